import type { Incoming, Send } from './send.ts';

/** Of one answer: text, thoughts and what calls are given. No model writes a fraction of it in earnest. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Of all that comes over the wire for it, signs of life included. */
const MAX_WIRE_BYTES = 4 * MAX_ANSWER_BYTES;
/** Of a refusal, of which a line is shown. */
const MAX_REFUSAL_BYTES = 1024 * 1024;
/** What a block costs even where it is empty: a text, a thought, a call. */
const BLOCK_BYTES = 1024;

/** An answer went beyond what is taken of one. */
export class TooMuch extends Error {
  constructor() {
    super(`sent more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB without coming to an end`);
  }
}

/** The message for a reply without an end. */
export const tooMuch = (who: string): string =>
  `${who} ${new TooMuch().message}. The answer was cut off, and nothing that it asked for was run.`;

/** What a piece belongs to. Each call is a block of its own; the others go on until another kind comes. */
type Kind = 'text' | 'reasoning' | 'input' | 'call';

export type Meter = (kind: Kind, ...texts: readonly string[]) => void;

/** Counts the pieces of one answer. Throws `TooMuch` when they are too many. */
export function openMeter(): Meter {
  let bytes = 0;
  let last: Kind = 'call';
  return (kind, ...texts) => {
    if (kind === 'call' || kind !== last) bytes += BLOCK_BYTES;
    last = kind;
    for (const text of texts) bytes += Buffer.byteLength(text);
    if (bytes > MAX_ANSWER_BYTES) throw new TooMuch();
  };
}

/**
 * Sends so that no answer is held here beyond a bound: libraries keep a line of a stream until it has ended,
 * and a refusal until it is whole.
 */
export function bounded(send: Send): Send {
  return async (request) => {
    const answer = await send(request);
    const body = answer.body.pipeThrough(answer.status === 200 ? lineBound() : headOnly());
    return { ...answer, body } satisfies Incoming;
  };
}

type Bytes = TransformStream<Uint8Array, Uint8Array>;

const BREAK = 10;

function lineBound(): Bytes {
  let line = 0;
  let all = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const at = chunk.lastIndexOf(BREAK);
      line = at < 0 ? line + chunk.length : chunk.length - at - 1;
      all += chunk.length;
      if (line > MAX_ANSWER_BYTES || all > MAX_WIRE_BYTES) throw new TooMuch();
      controller.enqueue(chunk);
    },
  });
}

/** What the rest of a refusal says is not needed. */
function headOnly(): Bytes {
  let room = MAX_REFUSAL_BYTES;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) controller.terminate();
    },
  });
}
