/** What a program has printed so far, both streams in the order in which it came. */
export interface Printed {
  readonly bytes: number;
  /** The last of it. */
  readonly tail: Buffer;
}

export interface Follower {
  add(chunk: Buffer): void;
  /** Nothing is told any more: whoever waits for the end gets all of it. */
  stop(): void;
}

/** So much of the end is told, however much was printed. */
export const FOLLOW_BYTES = 8 * 1024;
/** And no more often than this, however fast it comes. */
const EVERY_MS = 100;

/** Tells what was printed while it is being printed. What that costs does not depend on how much it is. */
export function follow(tell: (printed: Printed) => void): Follower {
  let chunks: Buffer[] = [];
  let held = 0;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const shorten = () => {
    // A copy: the large chunks that it was cut from can go.
    chunks = [Buffer.from(Buffer.concat(chunks).subarray(-FOLLOW_BYTES))];
    held = chunks[0]?.length ?? 0;
  };
  const say = () => {
    timer = undefined;
    shorten();
    tell({ bytes, tail: chunks[0] ?? Buffer.alloc(0) });
  };
  return {
    add: (chunk) => {
      chunks.push(chunk);
      held += chunk.length;
      bytes += chunk.length;
      if (held > 16 * FOLLOW_BYTES) shorten();
      timer ??= setTimeout(say, EVERY_MS);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      chunks = [];
    },
  };
}
