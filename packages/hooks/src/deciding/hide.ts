/** Stands where something was taken out. */
const TAKEN = '[redacted]';

/** Shorter pieces say nothing and turn up anywhere. */
const LEAST = 4;

/** Up to so many pieces are looked for also inside of longer words. */
const MOST_SOUGHT = 500;

/** In so much text a piece is looked for also inside of longer words. */
const MOST_SEARCHED = 256 * 1024;

export type Hide = (text: string) => string;

/**
 * Takes out of other texts what a rewrite took out: the words of `before` that `after` does not have.
 * Undefined when there are none. Nobody knows which of them is the secret, so it is all of them.
 */
export function hiding(before: unknown, after: unknown): Hide | undefined {
  const kept = textsIn(after).join('\n');
  const keptWords = new Set(wordsIn(kept));
  const isKept = (word: string) =>
    keptWords.has(word) || (kept.length <= MOST_SEARCHED && kept.includes(word));
  const gone = [...new Set(textsIn(before).flatMap(wordsIn))].filter((word) => !isKept(word));
  if (gone.length === 0) return undefined;
  return gone.length <= MOST_SOUGHT ? hideAll(gone) : hideWords(new Set(gone));
}

/** The longest first: one may be a part of another. */
function hideAll(gone: readonly string[]): Hide {
  const ordered = [...gone].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((done, word) => done.replaceAll(word, () => TAKEN), text);
}

const hideWords =
  (gone: ReadonlySet<string>): Hide =>
  (text) =>
    text
      .replace(CHUNK, (chunk) => (gone.has(chunk) ? TAKEN : chunk))
      .replace(WORD, (word) => (gone.has(word) ? TAKEN : word));

const CHUNK = /\S+/g;
const WORD = /[\p{L}\p{N}_+/.-]+/gu;

/** What stands between white space, and the words in it. */
const wordsIn = (text: string): string[] =>
  [...(text.match(CHUNK) ?? []), ...(text.match(WORD) ?? [])].filter(
    (word) => word.length >= LEAST && !TAKEN.includes(word),
  );

/** Deeper values would overflow the stack; an answer cannot be as deep. */
const MAX_DEPTH = 200;

/** All texts of a value. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}
