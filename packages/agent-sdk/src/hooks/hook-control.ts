import type { Engine, Entry, Problem, Verdict } from '@wavehooks/hooks';
import {
  type Changed,
  type JudgedItem,
  type Review,
  type Reviews,
  setUserField,
} from '@wavehooks/settings';
import type { Fire } from './fire.ts';

/** The hooks in force, and the ways in which a user may change them while the agent lives. */
export interface HookControl {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
  /** How many hooks of the project nobody has approved as they are. */
  readonly waiting: number;
  /** How many were not what somebody approved when `notice` last looked: they do not run. */
  readonly changed: number;
  /** Changes that a hook kept from being announced, each with the reason it gave. */
  readonly held: readonly Held[];
  /** Switches one off, or on again, for this session. */
  enable(entry: Entry, enabled: boolean): void;
  /**
   * Told once for each change of a settings file, or of a script that a hook runs, on disk, unless a
   * ConfigChange hook blocks that.
   */
  notice(signal?: AbortSignal): Promise<string | undefined>;
  /** Whether a review would show anything. */
  differs(): boolean;
  /** What on disk differs from what is in force; undefined where no settings are read. */
  review(): Review | undefined;
  /** Writes a field of the user's own settings: a change that nobody is told of. */
  setField(field: string, value: unknown): void;
  /** Puts what a review showed in force, and approves what of it is the project's. */
  accept(review: Review): Promise<void>;
}

export interface Held {
  readonly file: string;
  readonly text: string;
  readonly reason: string;
}

interface ControlParts {
  readonly engine: Engine;
  readonly reviews: Reviews | undefined;
  readonly items: readonly JudgedItem[];
  readonly home: string;
  readonly fire: Fire;
  readonly tell: (verdict: Verdict) => void;
}

export function hookControl({
  engine,
  reviews,
  items,
  home,
  fire,
  tell,
}: ControlParts): HookControl {
  const held: Held[] = [];
  /** The text about a change; undefined if a hook holds it back. */
  const announced = async ({ source, file, text }: Changed, signal?: AbortSignal) => {
    const verdict = await fire('ConfigChange', { source, file_path: file }, signal);
    if (signal?.aborted) return text;
    tell(verdict);
    if (verdict.decision !== 'block') return text;
    const reason = verdict.toUser.map((told) => told.text).join('\n');
    held.push({ file, text, reason });
    return undefined;
  };
  let waiting = items.filter(({ kind, state }) => kind === 'hook' && state !== 'approved').length;
  return {
    get entries() {
      return engine.entries;
    },
    get problems() {
      return engine.problems;
    },
    get waiting() {
      return waiting;
    },
    get changed() {
      return reviews?.changed ?? 0;
    },
    enable: engine.enable,
    held,
    notice: async (signal) => {
      const changes = reviews?.changes() ?? [];
      const told = await Promise.all(changes.map((change) => announced(change, signal)));
      return told.filter((text) => text !== undefined).join('; ') || undefined;
    },
    differs: () => reviews?.differs() ?? false,
    review: () => reviews?.review(),
    setField: (field, value) => {
      const written = setUserField(field, value, home);
      reviews?.wrote(written);
    },
    accept: async (review) => {
      await reviews?.accept(review);
      // A review covers all that waits.
      waiting = 0;
      held.length = 0;
    },
  };
}
