import type { Engine, Entry, Problem, Review, Reviews } from 'wave-hooks';

/** The hooks in force, and the ways in which a user may change them while the agent lives. */
export interface HookControl {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
  /** Switches one off, or on again, for this session. */
  enable(entry: Entry, enabled: boolean): void;
  /** Told once for each change of a settings file on disk. */
  notice(): string | undefined;
  /** What on disk differs from what is in force; undefined where no settings are read. */
  review(): Review | undefined;
  /** Puts what a review showed in force, and approves what of it is the project's. */
  accept(review: Review): Promise<void>;
}

export const hookControl = (engine: Engine, reviews: Reviews | undefined): HookControl => ({
  get entries() {
    return engine.entries;
  },
  get problems() {
    return engine.problems;
  },
  enable: engine.enable,
  notice: () => reviews?.notice(),
  review: () => reviews?.review(),
  accept: async (review) => reviews?.accept(review),
});
