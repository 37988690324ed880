import type { Frame } from '../wire/frames.ts';
import type { Begun } from '../wire/journal.ts';

/** Whether all that a launcher said before its end was heard. */
export type Heard = 'all' | 'not all';

/** What a launcher has under way, as the agent sees it. */
export interface Open {
  /** False for a frame that has no place here. Throws for a body that is none. */
  take(frame: Frame): boolean;
  /** The launcher is not to have it. */
  startHere(): void;
  /**
   * The launcher is gone. A program that it had taken may have run, so it is ended, not run again;
   * what it certainly had not taken is started from here.
   */
  lose(why: string, heard: Heard): void;
}

/** What it needs of those who hold it. */
export interface Around {
  /** Called once, when nothing more is to come. */
  over(): void;
  /** The launcher does not say what it should have said by now. */
  onSilence(): void;
  /** What the launcher left in writing. */
  begun(): Begun;
}

/** Whoever reaps a process of a launcher that is gone, we do not hear of it. */
export const NEVER = new Promise<never>(() => {});
