import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What the files below were called, as far as it is the same for all of them. On Linux the process table
 * shows it: whoever has such a file as its input was started by this very process.
 */
export const MARK = `wave-${process.pid}-${Math.random().toString(36).slice(2)}`;

/** Memory rather than a disk, where there is such a place. */
const DIRS = process.platform === 'linux' ? ['/dev/shm', undefined] : [undefined];

let made = 0;

/** How many there were; each has its number at the end of its name. */
export const filesMade = (): number => made;

/**
 * A file that nobody else can open and that is gone when the last one closes it, with what `fill` writes.
 * Throws where there can be none.
 */
export function namelessFile(fill: (fd: number) => void = () => {}): number {
  let reason: unknown;
  for (const dir of DIRS) {
    try {
      return fileIn(dir ?? tmpdir(), fill);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

function fileIn(dir: string, fill: (fd: number) => void): number {
  const path = join(dir, `${MARK}-${++made}`);
  const fd = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600);
  try {
    unlinkSync(path);
    fill(fd);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
