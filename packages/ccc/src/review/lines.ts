import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A line of a file, or that there was one too long to be read. */
export type Line = { readonly text: string } | { readonly skipped: number };

const CHUNK = 256 * 1024;
/** Longer lines (whole files that a tool returned) are left out. */
const MAX_LINE = 1024 * 1024;

/**
 * The lines of a file from its end to its beginning, reading no more than is asked for. What grows
 * meanwhile is not looked at. Throws when it is no file.
 */
export function* linesFromEnd(file: string, maxBytes: number): Generator<Line> {
  // Without O_NONBLOCK a pipe in its place would keep us waiting for ever.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('it is not a file');
    yield* backwards(fd, stat.size, Math.max(0, stat.size - maxBytes));
  } finally {
    closeSync(fd);
  }
}

/** The whole lines at the beginning of a file that `linesFromEnd` does not come to. */
export function linesBefore(file: string, maxBytes: number): string[] {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const length = Math.min(MAX_LINE, fstatSync(fd).size - maxBytes);
    if (length <= 0) return [];
    const buffer = Buffer.alloc(length);
    const text = buffer.toString('utf8', 0, readSync(fd, buffer, 0, length, 0));
    return text.split('\n').slice(0, -1);
  } finally {
    closeSync(fd);
  }
}

function* backwards(fd: number, size: number, stop: number): Generator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): Line | undefined => {
    const whole = length > MAX_LINE ? { skipped: length } : { text: textOf(parts) };
    const isEmpty = length === 0;
    parts = [];
    length = 0;
    return isEmpty ? undefined : whole;
  };
  const add = (part: Buffer) => {
    length += part.length;
    // What is too long anyway need not be held.
    if (length <= MAX_LINE) parts.push(part);
    else parts = [];
  };
  for (let end = size; end > stop; ) {
    const chunk = chunkBefore(fd, end, stop);
    if (chunk.length === 0) return;
    end -= chunk.length;
    let rest = chunk;
    for (let at = rest.lastIndexOf(10); at !== -1; at = rest.lastIndexOf(10)) {
      add(rest.subarray(at + 1));
      const whole = line();
      if (whole) yield whole;
      rest = rest.subarray(0, at);
    }
    add(rest);
  }
  // Where we stopped half-way, the first line may be torn.
  const first = stop === 0 ? line() : undefined;
  if (first) yield first;
}

function chunkBefore(fd: number, end: number, stop: number): Buffer {
  const start = Math.max(stop, end - CHUNK);
  const buffer = Buffer.allocUnsafe(end - start);
  const read = readSync(fd, buffer, 0, buffer.length, start);
  // A file that was cut meanwhile has no end where it was.
  return read === buffer.length ? buffer : Buffer.alloc(0);
}

const textOf = (parts: Buffer[]): string => Buffer.concat(parts.reverse()).toString('utf8');
