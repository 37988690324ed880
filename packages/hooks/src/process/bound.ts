import type { Readable } from 'node:stream';

/**
 * Passes the first `maxBytes` of a stream on and drains the rest, so that no writer blocks.
 * Returns whether more came than was passed on.
 */
export function bound(
  stream: Readable | null,
  maxBytes: number,
  keep: (chunk: Buffer) => void,
  onCut: () => void,
): () => boolean {
  let room = maxBytes;
  let cut = false;
  stream?.on('error', ignore);
  stream?.on('data', (chunk: Buffer) => {
    if (!cut && chunk.length > room) {
      cut = true;
      onCut();
    }
    if (room <= 0) return;
    keep(chunk.length > room ? chunk.subarray(0, room) : chunk);
    room -= Math.min(chunk.length, room);
  });
  return () => cut;
}

/** Out here, so that a pipe that stays open for a child left running holds nothing of what was read. */
const ignore = () => {};
