import { pause } from '../../base/wait.ts';

/** Work that is asked for again and again, and done at most once at a time. */
export interface Repeat {
  ask(): void;
  /** Settles with the work that is under way; undefined when none is. */
  readonly underWay: Promise<void> | undefined;
}

/** The first ask is answered at once; those that come meanwhile are one more round, after a pause. */
export function repeatOnAsk(
  work: () => Promise<void>,
  pauseMs: number,
  signal: AbortSignal,
): Repeat {
  let underWay: Promise<void> | undefined;
  let asked = false;
  const rounds = async () => {
    while (asked && !signal.aborted) {
      asked = false;
      await work();
      if (asked) await pause(pauseMs, signal);
    }
    underWay = undefined;
  };
  return {
    ask: () => {
      asked = true;
      underWay ??= rounds();
    },
    get underWay() {
      return underWay;
    },
  };
}
