import { createHash } from 'node:crypto';
import type { Piece } from './wire.ts';

/** What a provider's cache makes of a request, in tokens. `input` is all of it. */
export interface Cached {
  readonly input: number;
  readonly read: number;
  readonly written: number;
}

/** A provider that caches where it is told to looks so many blocks back for what it has. */
const LOOK_BACK = 20;

/** Marks count where there are any (Anthropic); without them, the longest known beginning does. */
export function openCache(): (pieces: readonly Piece[]) => Cached {
  const kept = new Set<string>();
  return (pieces) => {
    const ends = endsOf(pieces);
    const input = ends.at(-1)?.tokens ?? 0;
    const marks = pieces.flatMap(({ mark }, at) => (mark ? [at] : []));
    const isMarked = marks.length > 0;
    const mayRead = (at: number) =>
      !isMarked || marks.some((mark) => at <= mark && mark - at <= LOOK_BACK);
    const found = ends.findLastIndex(({ key }, at) => mayRead(at) && kept.has(key));
    const read = ends[found]?.tokens ?? 0;
    const last = isMarked ? (ends[marks.at(-1) ?? 0]?.tokens ?? 0) : 0;
    for (const [at, { key }] of ends.entries()) if (!isMarked || marks.includes(at)) kept.add(key);
    return { input, read, written: Math.max(0, last - read) };
  };
}

function endsOf(pieces: readonly Piece[]): { key: string; tokens: number }[] {
  const hash = createHash('sha256');
  let length = 0;
  return pieces.map(({ text }) => {
    hash.update(text).update('\0');
    length += text.length;
    return { key: hash.copy().digest('hex'), tokens: Math.ceil(length / 4) };
  });
}
