import type { FileHandle } from 'node:fs/promises';

/** A line of a file: where it begins, how long it is and, unless it is too long to be held, its bytes. */
export interface Line {
  readonly at: number;
  readonly length: number;
  /** Good until the next line is asked for. */
  readonly bytes: Buffer | undefined;
}

/** Whether so many bytes, or the time since it was made, are more than may be spent. */
export type IsSpent = (bytes: number) => boolean;

const CHUNK = 512 * 1024;
/** Nobody types as much; longer lines (whole files that a tool returned) are only measured. */
const MAX_LINE = 8 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The lines that end before `end`, the last one first. Where it is too much, it ends before the file's
 * beginning, and the line that it stopped in is left out.
 */
export async function* linesBackwards(file: FileHandle, end: number, isSpent: IsSpent) {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const held = holder('backwards');
  for (let at = end; at > 0; ) {
    const start = Math.max(0, at - CHUNK);
    if (isSpent(end - at) || !(await fill(file, chunk, start, at - start))) return;
    let rest = chunk.subarray(0, at - start);
    for (let cut = rest.lastIndexOf(NEWLINE); cut !== -1; cut = rest.lastIndexOf(NEWLINE)) {
      const line = held.take(rest.subarray(cut + 1), start + cut + 1);
      if (line.length > 0) yield line;
      rest = rest.subarray(0, cut);
    }
    held.keep(rest);
    at = start;
  }
  const first = held.take(Buffer.alloc(0), 0);
  if (first.length > 0) yield first;
}

/** The whole lines before `end`, the first one first. Returns whether it came to the end. */
export async function* linesForwards(file: FileHandle, end: number, isSpent: IsSpent) {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const held = holder('forwards');
  let begin = 0;
  for (let at = 0; at < end; ) {
    const size = Math.min(CHUNK, end - at);
    if (isSpent(at) || !(await fill(file, chunk, at, size))) return false;
    let rest = chunk.subarray(0, size);
    for (let cut = rest.indexOf(NEWLINE); cut !== -1; cut = rest.indexOf(NEWLINE)) {
      const line = held.take(rest.subarray(0, cut), begin);
      begin += line.length + 1;
      if (line.length > 0) yield line;
      rest = rest.subarray(cut + 1);
    }
    held.keep(rest);
    at += size;
  }
  return true;
}

/** A file that was cut meanwhile has no bytes where they were. */
async function fill(file: FileHandle, chunk: Buffer, at: number, size: number): Promise<boolean> {
  return (await file.read(chunk, 0, size, at)).bytesRead === size;
}

/**
 * Pieces of a line that goes over several chunks, put together in one place that is used again and
 * again: with a buffer for each, a long file would leave a hundred megabytes for the collector.
 */
function holder(grows: 'forwards' | 'backwards') {
  let store = Buffer.alloc(0);
  let length = 0;
  const keep = (part: Buffer) => {
    if (store.length === 0 && part.length > 0) store = Buffer.allocUnsafeSlow(MAX_LINE);
    const at = grows === 'forwards' ? length : MAX_LINE - length - part.length;
    length += part.length;
    if (length <= MAX_LINE) part.copy(store, at);
  };
  const whole = () =>
    grows === 'forwards' ? store.subarray(0, length) : store.subarray(MAX_LINE - length);
  return {
    keep,
    take: (part: Buffer, at: number): Line => {
      if (length === 0) return { at, length: part.length, bytes: part };
      keep(part);
      const line = { at, length, bytes: length > MAX_LINE ? undefined : whole() };
      length = 0;
      return line;
    },
  };
}
