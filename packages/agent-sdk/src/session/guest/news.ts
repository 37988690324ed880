import type { Message } from '../../vocabulary/messages.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** A piece that is not written yet, and its message. */
export type Fresh = readonly [piece: Piece, message: Message];

/**
 * What a conversation has that was not written when it was as `before`; undefined where what was written
 * is no longer part of it. Messages never change, so the same object says the same.
 */
export function newsIn(
  before: readonly Message[],
  now: readonly Message[],
): readonly Fresh[] | undefined {
  if (before.length > now.length) return undefined;
  const fresh: Fresh[] = [];
  for (const [at, message] of now.entries()) {
    const old = before[at];
    if (old === message) continue;
    const added = addedTo(old, message);
    if (added === undefined) return undefined;
    fresh.push(...added);
  }
  return fresh;
}

function addedTo(old: Message | undefined, message: Message): Fresh[] | undefined {
  if (old && old.id !== message.id) return undefined;
  const left = new Map((old ? piecesOf(old) : []).map((piece) => [piece.key, piece]));
  const fresh: Fresh[] = [];
  for (const piece of piecesOf(message)) {
    const written = left.get(piece.key);
    if (!written) fresh.push([piece, message]);
    else if (JSON.stringify(written) !== JSON.stringify(piece)) return undefined;
    left.delete(piece.key);
  }
  return left.size === 0 ? fresh : undefined;
}
