import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Something that is no file stands where a file is expected. */
export class NotAFileError extends Error {}

/** Reads a regular file. Of anything else, such as a FIFO, nothing may ever come: it throws at once. */
export function readRegularFile(file: string): Buffer {
  // Opening a FIFO waits for its writer without this flag, which Windows does not have.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new NotAFileError(`expected a file, got ${kindOf(stat)}`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

export const readTextFile = (file: string): string => readRegularFile(file).toString('utf8');

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'a directory';
  if (stat.isFIFO()) return 'a FIFO';
  return stat.isCharacterDevice() || stat.isBlockDevice() ? 'a device' : 'something else';
}
