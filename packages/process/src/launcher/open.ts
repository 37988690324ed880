import type { Socket } from 'node:net';
import type { Frame } from '../wire/frames.ts';
import type { Begun } from '../wire/journal.ts';

/** What comes with a pipe that the launcher hands over. Of one that stays, last and without a pipe: that it was all. */
export interface Handed {
  readonly run: number;
  readonly pipe: 'stdin' | 'stdout' | 'stderr' | 'no more';
  /** Of one that stays: its process group. */
  readonly pid?: number;
}

/** Whether all that a launcher said before its end was heard. */
export type Heard = 'all' | 'not all';

/** What a launcher has under way, as the agent sees it. */
export interface Open {
  /** False for a frame that has no place here. Throws if the body cannot be read. */
  take(frame: Frame): boolean;
  /** Takes a pipe of it that the launcher handed over; undefined where it could not be sent or taken. */
  hand(handed: Handed, pipe: Socket | undefined): void;
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
