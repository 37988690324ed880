import { setTimeout as sleep } from 'node:timers/promises';

/** A condition decides, not the clock: a machine that is busy for a minute fails no test. */
export const PATIENCE_MS = 60_000;

type There<T> = Exclude<T, undefined | false>;

/** Waits until something holds, or is there, and gives it. */
export async function until<T>(look: () => T | Promise<T>, what = String(look)): Promise<There<T>> {
  for (const limit = Date.now() + PATIENCE_MS; ; await sleep(10)) {
    const found = await look();
    if (found) return found as There<T>;
    if (Date.now() > limit) throw new Error(`never came: ${what}`);
  }
}
