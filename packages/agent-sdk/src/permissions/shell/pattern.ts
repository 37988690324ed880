import type { Piece, Unknown } from './types.ts';

const STAR = Symbol('*');
type Token = string | typeof STAR;

/** A rule's text about commands: it matches if one of its forms does. */
export type Pattern = readonly (readonly Token[])[];

/**
 * `*` is any text. At the end, ` *` and `:*` also match nothing, but never the rest of a word:
 * `git *` is git with whatever follows, not gitk. `test:*` is also what it says letter by letter.
 */
export function compilePattern(text: string): Pattern {
  const plain = text.trim().replace(/(["'])(.*?)\1/g, '$2');
  const [, head, tail] = /^(.*?)( \*|:\*)$/s.exec(plain) ?? [];
  if (head === undefined || tail === undefined) return [tokensOf(plain)];
  const forms = [head, `${head} *`, ...(tail === ':*' ? [`${head}:*`] : [])];
  return forms.map(tokensOf);
}

/** Several stars in a row mean no more than one. */
const tokensOf = (text: string): readonly Token[] =>
  [...text.replace(/\*+/g, '*')].map((char) => (char === '*' ? STAR : char));

/** Whether the pattern matches whatever the unknown parts turn out to be. */
export const coversText = (pattern: Pattern, text: readonly Piece[]): boolean =>
  pattern.some((tokens) => walk(tokens, text, (at, tokens) => (tokens[at] === STAR ? [at] : [])));

/** Whether the pattern may match, depending on what the unknown parts turn out to be. */
export const mayMatchText = (pattern: Pattern, text: readonly Piece[]): boolean =>
  pattern.some((tokens) => walk(tokens, text, reachable));

type Unknowns = (
  at: number,
  tokens: readonly Token[],
  kind: Unknown['unknown'],
) => readonly number[];

/** Goes through the text once, with all places in the pattern where it can be by then. */
function walk(tokens: readonly Token[], text: readonly Piece[], unknowns: Unknowns): boolean {
  let places = closure(tokens, new Set([0]));
  for (const piece of text) {
    if (typeof piece === 'string') places = literally(tokens, places, piece);
    else
      places = closure(
        tokens,
        after(places, (at) => unknowns(at, tokens, piece.unknown)),
      );
    if (places.size === 0) return false;
  }
  return places.has(tokens.length);
}

/** From a place that is reached already, nothing is reached that is not. */
function after(places: ReadonlySet<number>, reach: (at: number) => readonly number[]): Set<number> {
  const next = new Set<number>();
  for (const at of places) if (!next.has(at)) for (const far of reach(at)) next.add(far);
  return next;
}

function literally(tokens: readonly Token[], from: ReadonlySet<number>, text: string) {
  let places = from;
  for (const char of text) {
    const next = new Set<number>();
    for (const at of places)
      if (tokens[at] === STAR) next.add(at);
      else if (tokens[at] === char) next.add(at + 1);
    places = closure(tokens, next);
    if (places.size === 0) break;
  }
  return places;
}

/** A star may stand for nothing. */
function closure(tokens: readonly Token[], places: Set<number>): ReadonlySet<number> {
  for (const at of places) if (tokens[at] === STAR) places.add(at + 1);
  return places;
}

/**
 * An unknown part may be any of the next characters; one that is a file's name ends at a space, and words
 * begin with one.
 */
function reachable(
  from: number,
  tokens: readonly Token[],
  kind: Unknown['unknown'],
): readonly number[] {
  const places = [from];
  if (kind === 'words' && tokens[from] !== ' ' && tokens[from] !== STAR) return places;
  const glob = kind === 'glob';
  for (let at = from; at < tokens.length; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (glob && (token === ' ' || (token === '-' && before === ' '))) break;
    places.push(at + 1);
  }
  return places;
}
