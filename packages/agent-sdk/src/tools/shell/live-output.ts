import { closeSync, fstatSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { printable } from '@wavehooks/hooks/vocabulary';
import { FOLLOW_BYTES, type Printed, stopwatch } from '@wavehooks/process';
import type { CommandOutput, ToolContext } from '../../vocabulary/tool.ts';
import { openOwn } from './end-mark.ts';

/** Has a program told what it prints; without anybody to tell it to, nothing is followed. */
export function telling({ output }: Pick<ToolContext, 'output'>): {
  onOutput?: (printed: Printed) => void;
} {
  if (!output) return {};
  const ms = stopwatch();
  return {
    onOutput: ({ bytes, tail }) =>
      output({ tail: tailText(tail, bytes > tail.length), bytes, ms: Math.round(ms()) }),
  };
}

/** The same for a shell in the background, whose output is a file: `look` tells what is new in it. */
export function tellingOf(
  file: string,
  shell: NonNullable<CommandOutput['shell']>,
  { output }: Pick<ToolContext, 'output'>,
): { look(): number; end(how: string): void } {
  const ms = stopwatch();
  let known = -1;
  const tell = ({ bytes, tail }: Printed, more: Pick<CommandOutput, 'ended' | 'how'> = {}) =>
    output?.({
      tail: tailText(tail, bytes > tail.length),
      bytes,
      ms: Math.round(ms()),
      shell,
      ...more,
    });
  return {
    look: () => {
      const end = endOf(file);
      if (end.bytes !== known) tell(end);
      known = end.bytes;
      return end.bytes;
    },
    end: (how) => tell(endOf(file), { ended: true, how }),
  };
}

const NOTHING: Printed = { bytes: 0, tail: Buffer.alloc(0) };

/** A file that is gone holds nothing. */
function endOf(file: string): Printed {
  try {
    const fd = openOwn(file);
    try {
      const { size } = fstatSync(fd);
      const tail = Buffer.alloc(Math.min(size, FOLLOW_BYTES));
      const read = readSync(fd, tail, 0, tail.length, size - tail.length);
      return { bytes: size, tail: tail.subarray(0, read) };
    } finally {
      closeSync(fd);
    }
  } catch {
    return NOTHING;
  }
}

/**
 * The end of an output as text. A part of a line or of a control sequence at its beginning is left out,
 * one at its end is not there yet.
 */
export function tailText(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder().decode(fromCharacter(bytes), { stream: true });
  const line = isCut ? text.indexOf('\n') + 1 : 0;
  return text
    .slice(line)
    .replace(HALF_SEQUENCE, '')
    .split('\n')
    .map((one) => printable(stripVTControlCharacters(overwritten(one))))
    .join('\n');
}

const HALF_SEQUENCE = /\u001b(?:\[[\d;?]*|\][^\u0007\u001b]*)?$/;

/** A program that counts goes back to the start of its line: what it wrote last is what is seen. */
const overwritten = (line: string): string =>
  line.split('\r').findLast((part) => part !== '') ?? '';

/** Without the bytes at its start that end a character. */
const fromCharacter = (bytes: Buffer): Buffer => {
  const first = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(Math.max(first, 0));
};
