import type { Piece, Unknown, Word } from './command.ts';
import { isOperand } from './pieces.ts';

/**
 * What a word says where all that is unknown in it comes from outside of the text, with a mark in its place, or
 * all that it may say where that is known; undefined where the text itself may have put anything in.
 */
export function textsKnown(
  { pieces, spellings }: Word,
  mark: string,
): readonly string[] | undefined {
  return spellings === undefined ? spelled(pieces, mark) : undefined;
}

const MAX_TEXTS = 16;

function spelled(pieces: readonly Piece[], mark: string): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  for (const piece of pieces) {
    const next = typeof piece === 'string' ? [piece] : ofUnknown(piece, mark);
    if (next === undefined || texts.length * next.length > MAX_TEXTS) return undefined;
    texts = texts.flatMap((text) => next.map((one) => text + one));
  }
  return texts;
}

function ofUnknown(piece: Unknown, mark: string): readonly string[] | undefined {
  if (isHarmless(piece)) return [mark];
  const texts = (piece.choices ?? piece.given)?.map((one) => spelled(one, mark));
  return texts?.every((one) => one !== undefined) ? texts.flat() : undefined;
}

/** Whether a word may be an option, or several words, by what the text itself gives to it. */
export const mayBeOption = ({ pieces, spellings, raw }: Word): boolean =>
  spellings !== undefined || !isOperand({ pieces: pieces.map(asGiven), raw });

/** A value that a command came with is taken for a plain one. */
function asGiven(piece: Piece): Piece {
  if (typeof piece === 'string') return piece;
  if (isHarmless(piece) || PRINTS_FILES.test(piece.raw ?? '')) return 'x';
  const choices = piece.choices ?? piece.given;
  return choices === undefined
    ? piece
    : { ...piece, choices: choices.map((one) => one.map(asGiven)) };
}

/** Commands that print names of files and nothing that the text says; those are taken for such, and not for options. */
const PRINTS_FILES =
  /^(\$\(|`)\s*(git (ls-files|diff --name-only|grep -l)|ls|find|fd|rg (-\w*l|--files)|grep -\w*l)(?!\w)(?!.*(printf|format|exec))[^;&|`$()<>]*(\|\s*(sort|uniq|head|tail)\b[^;&|`$()<>]*)*(\)|`)$/;

const isHarmless = ({ outside, unknown, raw = '' }: Unknown): boolean =>
  outside === true || unknown === 'number' || PRINTS_NAME.test(raw);

/** Commands that print the name of a branch, of a commit or of a directory, and nothing else. */
const PRINTS_NAME =
  /^(\$\(|`)\s*(git (branch --show-current|rev-parse( --(abbrev-ref|short|verify|show-toplevel))*( [A-Z_]+)?|symbolic-ref( --short| -q)* HEAD)|pwd)\s*(\)|`)$/;
