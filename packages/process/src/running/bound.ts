import type { Readable } from 'node:stream';

/** The end of a stream that held more than was passed on. */
interface Rest {
  /** How many bytes are neither passed on nor in `tail`. */
  readonly omitted: number;
  readonly tail: Buffer;
}

export interface Bounded {
  isCut(): boolean;
  /** Where more came than was passed on: how it ended. Nothing is kept of what comes after. */
  rest(): Rest | undefined;
}

/** What programs print last often says why they failed. */
export const TAIL_BYTES = 16 * 1024;

/** Passes the first `maxBytes` of a stream on and drains the rest, so that no writer blocks. */
export function bound(
  stream: Readable | null,
  maxBytes: number,
  keep: (chunk: Buffer) => void,
  onCut: () => void,
): Bounded {
  let room = maxBytes;
  let cut = false;
  let last = lastBytes();
  stream?.on('error', ignore);
  stream?.on('data', (chunk: Buffer) => {
    if (!cut && chunk.length > room) {
      cut = true;
      onCut();
    }
    if (room > 0) keep(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) last.add(chunk.subarray(room));
    room -= Math.min(chunk.length, room);
  });
  return {
    isCut: () => cut,
    rest: () => {
      const rest = last.rest();
      last = NOTHING;
      return rest;
    },
  };
}

/** Out here, so that a pipe that stays open for a child left running holds nothing of what was read. */
const ignore = () => {};

interface Last {
  add(chunk: Buffer): void;
  rest(): Rest | undefined;
}

const NOTHING: Last = { add: ignore, rest: () => undefined };

function lastBytes(): Last {
  let chunks: Buffer[] = [];
  let held = 0;
  let seen = 0;
  return {
    add: (chunk) => {
      chunks.push(chunk);
      held += chunk.length;
      seen += chunk.length;
      if (held < 2 * TAIL_BYTES) return;
      chunks = [Buffer.concat(chunks).subarray(-TAIL_BYTES)];
      held = TAIL_BYTES;
    },
    rest: () => {
      if (seen === 0) return undefined;
      const tail = Buffer.concat(chunks).subarray(-TAIL_BYTES);
      return { omitted: seen - tail.length, tail };
    },
  };
}
