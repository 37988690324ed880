import { renameSync, rmSync } from 'node:fs';
import { removeIfKilled } from '../warden/if-killed.ts';

/**
 * Puts a file in its place at one stroke: who looks sees the old one or the new one, never a part.
 * `make` makes it as `temp`, in the same directory; nothing stays of that, however this process ends.
 */
export function putInPlace(target: string, temp: string, make: () => void): void {
  const isDone = removeIfKilled(temp);
  try {
    make();
    renameSync(temp, target);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  } finally {
    isDone();
  }
}
