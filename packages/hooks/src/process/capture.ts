import type { Readable } from 'node:stream';

export interface Captured {
  /** What was kept, decoded as a whole so that no character is torn at a chunk's border. */
  text(): string;
  /** More came than was kept. */
  cut(): boolean;
}

/** Keeps the first `maxBytes` of a stream and goes on draining the rest, so that no writer blocks. */
export function capture(
  stream: Readable | null,
  maxBytes: number,
  onCut: () => void = () => {},
): Captured {
  const chunks: Buffer[] = [];
  let kept = 0;
  let cut = false;
  stream?.on('error', () => {});
  stream?.on('data', (chunk: Buffer) => {
    const room = maxBytes - kept;
    if (!cut && chunk.length > room) {
      cut = true;
      onCut();
    }
    if (room <= 0) return;
    chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    kept += Math.min(chunk.length, room);
  });
  return { text: () => decode(chunks, cut), cut: () => cut };
}

function decode(chunks: Buffer[], cut: boolean): string {
  const bytes = chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
  // A character torn by the bound is left out rather than shown as damaged.
  return cut ? new TextDecoder().decode(bytes, { stream: true }) : bytes.toString('utf8');
}
