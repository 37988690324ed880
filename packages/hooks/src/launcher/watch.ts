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
  const stop = () => clearTimeout(timer);
  const secondLook = () => {
    timer = setTimeout(late, SECOND_LOOK_MS).unref();
  };
  const within = (ms: number) => {
    stop();
    // Where this process itself stood still, timers come due before what has arrived is read.
    timer = setTimeout(secondLook, Math.min(ms, MAX_MS)).unref();
  };
  return { within, stop };
}
