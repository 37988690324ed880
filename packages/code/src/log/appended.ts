import { fstatSync, readSync } from 'node:fs';

/** Where a file was read up to. */
export interface Position {
  /** Which file it is, whatever it is called now. */
  readonly id: string;
  readonly offset: number;
}

export interface Appended {
  /** Whole lines. */
  readonly bytes: Buffer;
  readonly position: Position;
  /** It is another file than before, or was cut: this is all of it. */
  readonly anew: boolean;
}

/** What a file has beyond a position. A line that is still being written is left for the next look. */
export function readAppended(fd: number, before?: Position): Appended {
  const { dev, ino, size } = fstatSync(fd);
  const id = `${dev}:${ino}`;
  const anew = before === undefined || before.id !== id || size < before.offset;
  const offset = anew ? 0 : before.offset;
  const bytes = Buffer.alloc(size - offset);
  const length = readSync(fd, bytes, 0, bytes.length, offset);
  const end = bytes.subarray(0, length).lastIndexOf(0x0a) + 1;
  return { bytes: bytes.subarray(0, end), position: { id, offset: offset + end }, anew };
}
