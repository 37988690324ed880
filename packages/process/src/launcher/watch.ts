import { twoTurns } from '../basics/turns.ts';

export interface Watch {
  /** From now on, so long. Takes the place of what was said before. */
  within(ms: number): void;
  stop(): void;
}

/** The longest a timer can wait. */
const MAX_MS = 2_147_483_647;
const SECOND_LOOK_MS = 500;

/** Calls `late` when a time is up. One that somebody waits for keeps this process alive until then. */
export function watch(late: () => void, isAwaited: boolean): Watch {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const within = (ms: number) => {
    stop();
    timer = after(Math.min(ms, MAX_MS), secondLook);
  };
  return { within, stop };

  function after(ms: number, act: () => void): NodeJS.Timeout {
    const made = setTimeout(act, ms);
    return isAwaited ? made : made.unref();
  }

  // Where this process itself stood still, what has arrived is still to be read.
  function secondLook(): void {
    const own = after(SECOND_LOOK_MS, async () => {
      await twoTurns();
      if (timer === own) late();
    });
    timer = own;
  }
}
