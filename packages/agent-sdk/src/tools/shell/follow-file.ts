import { closeSync, fstatSync, readSync } from 'node:fs';
import { count, MAX_CHARS } from '../../base/text.ts';
import { openOwn } from './end-mark.ts';

/** Reads on in a growing file: each call gives what is new, in bounds, and never half a character. */
export function followFile(file: string): (complete: boolean) => string {
  let position = 0;
  return (complete) => {
    const fd = openQuietly(file);
    if (fd === undefined) return '';
    try {
      const { size } = fstatSync(fd);
      // A program that opened its own output anew may have emptied it.
      if (size < position) position = 0;
      const { text, next } = readNew(fd, position, size, complete);
      position = next;
      return text;
    } finally {
      closeSync(fd);
    }
  };
}

function readNew(fd: number, from: number, size: number, complete: boolean) {
  const half = MAX_CHARS / 2;
  const omitted = size - from - 2 * half;
  const tailAt = omitted > 0 ? size - half : from;
  const tail = slice(fd, tailAt, size);
  const kept = complete ? tail.length : wholeLength(tail);
  const tailText = tail.subarray(0, kept).toString('utf8');
  const next = tailAt + kept;
  if (omitted <= 0) return { text: tailText, next };
  const head = slice(fd, from, from + half);
  const headText = head.subarray(0, wholeLength(head)).toString('utf8');
  return {
    text: `${headText}\n[... ${count(omitted)} bytes omitted ...]\n${fromWhole(tailText)}`,
    next,
  };
}

function slice(fd: number, from: number, to: number): Buffer {
  const buffer = Buffer.alloc(to - from);
  return buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, from));
}

/** Up to the last character that is there as a whole. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** A tail may begin within a character. */
const fromWhole = (text: string) => text.replace(/^\uFFFD+/, '');

function openQuietly(file: string): number | undefined {
  try {
    return openOwn(file);
  } catch {
    return undefined;
  }
}
