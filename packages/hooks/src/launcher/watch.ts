import { twoTurns } from '../process/turns.ts';

export interface Watch {
  /** From now on, so long. Takes the place of what was said before. */
  within(ms: number): void;
  stop(): void;
}

/** The longest a timer can wait. */
const MAX_MS = 2_147_483_647;
const SECOND_LOOK_MS = 500;

/** Calls `late` when a time is up. It keeps no process alive: what it watches does. */
export function watch(late: () => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const within = (ms: number) => {
    stop();
    timer = setTimeout(secondLook, Math.min(ms, MAX_MS)).unref();
  };
  return { within, stop };

  // Where this process itself stood still, what has arrived is still to be read.
  function secondLook(): void {
    const own = setTimeout(async () => {
      await twoTurns();
      if (timer === own) late();
    }, SECOND_LOOK_MS).unref();
    timer = own;
  }
}
