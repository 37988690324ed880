import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Something that is no file stands where a file is expected. */
export class NotAFileError extends Error {}

/** Bytes of a file that a person wrote: far more than any settings, rules or prompt have. */
export const MOST_WRITTEN = 1_000_000;

/** Reads a regular file of at most so many bytes. Of anything else, such as a FIFO, nothing may ever come: it throws at once. */
export function readRegularFile(file: string, most = Number.POSITIVE_INFINITY): Buffer {
  // Opening a FIFO waits for its writer without this flag, which Windows does not have.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new NotAFileError(`expected a file, got ${kindOf(stat)}`);
    if (stat.size > most)
      throw new Error(`expected at most ${inWords(most)} bytes, got ${inWords(stat.size)}`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

export const readTextFile = (file: string, most?: number): string =>
  readRegularFile(file, most).toString('utf8');

const inWords = (n: number): string => n.toLocaleString('en');

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a directory';
  if (stat.isFIFO()) return 'a FIFO';
  return stat.isCharacterDevice() || stat.isBlockDevice() ? 'a device' : 'something else';
}
