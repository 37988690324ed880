import type { Readable } from 'node:stream';
import { NEWLINE } from './protocol.ts';

export interface Ears {
  line(text: string): void;
  /** A line went past the bound; nothing more is heard. */
  flood(): void;
}

export interface Lines {
  /** A last line without its end is a line too. */
  flush(): void;
}

/** Hears a stream line by line, holding at most one line of `maxBytes`. */
export function linesOf(stream: Readable, maxBytes: number, ears: Ears): Lines {
  let held: Buffer[] = [];
  let length = 0;
  let flooded = false;
  const hold = (part: Buffer) => {
    length += part.length;
    flooded = length > maxBytes;
    if (!flooded) return void held.push(part);
    held = [];
    ears.flood();
  };
  const release = () => {
    const text = Buffer.concat(held).toString('utf8');
    held = [];
    length = 0;
    ears.line(text);
  };
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (
      let at = chunk.indexOf(NEWLINE);
      at !== -1 && !flooded;
      at = chunk.indexOf(NEWLINE, from)
    ) {
      hold(chunk.subarray(from, at));
      if (!flooded) release();
      from = at + 1;
    }
    if (!flooded) hold(chunk.subarray(from));
  });
  return { flush: () => length > 0 && !flooded && release() };
}

/** Keeps the end of a stream: what a program said last explains how it ended. */
export function tailOf(stream: Readable, maxBytes: number): () => string {
  let tail: Buffer = Buffer.alloc(0);
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([tail, chunk.subarray(-maxBytes)]);
    tail = Buffer.from(all.subarray(-maxBytes));
  });
  // A character torn at the front is left out.
  return () => tail.toString('utf8').replace(/^\uFFFD+/, '');
}
