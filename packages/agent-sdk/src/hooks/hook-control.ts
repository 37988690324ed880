import type { Engine, Entry, Problem } from 'wave-hooks';
import type { JudgedItem, Review, Reviews } from 'wave-settings';

/** The hooks in force, and the ways in which a user may change them while the agent lives. */
export interface HookControl {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
  /** How many hooks of the project nobody has approved as they are. */
  readonly waiting: number;
  /** How many were not what somebody approved when `notice` last looked: they do not run. */
  readonly changed: number;
  /** Switches one off, or on again, for this session. */
  enable(entry: Entry, enabled: boolean): void;
  /** Told once for each change of a settings file, or of a script that a hook runs, on disk. */
  notice(): string | undefined;
  /** Whether a review would show anything. */
  differs(): boolean;
  /** What on disk differs from what is in force; undefined where no settings are read. */
  review(): Review | undefined;
  /** Puts what a review showed in force, and approves what of it is the project's. */
  accept(review: Review): Promise<void>;
}

export function hookControl(
  engine: Engine,
  reviews: Reviews | undefined,
  items: readonly JudgedItem[],
): HookControl {
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
    notice: () => reviews?.notice(),
    differs: () => reviews?.differs() ?? false,
    review: () => reviews?.review(),
    accept: async (review) => {
      await reviews?.accept(review);
      // A review covers all that waits.
      waiting = 0;
    },
  };
}
