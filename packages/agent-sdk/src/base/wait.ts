import { setTimeout as wait } from 'node:timers/promises';

/** The wait was given up because of an abort; whatever was waited for is left to itself. */
export class Aborted extends Error {}

/**
 * Waits for a callback of somebody else's, but no longer than until the abort, or `graceMs` after it for
 * what has something to end. A callback that does not look at its signal must not hold up the user.
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMs = 0,
): Promise<T> {
  const given = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    timer = setTimeout(() => given.reject(new Aborted('aborted')), graceMs);
  };
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, given.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** Waits for work until it is done, the time is over, or the abort: whichever is first. */
export async function atMost(
  ms: number,
  work: Promise<unknown>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await unlessAborted(Promise.race([work, late]), signal);
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends early with the abort, and never throws. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});

/** Does one thing after the other, however many ask at once; a fault of one is not the next one's. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/** Gives out what a source has until the abort, also when the source itself does not look at it. */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  graceMs: number,
): AsyncGenerator<T> {
  const parts = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await unlessAborted(parts.next(), signal, graceMs);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
  } finally {
    // Not waited for: a source that hangs would hang here again.
    void Promise.resolve(parts.return?.()).catch(() => {});
  }
}
