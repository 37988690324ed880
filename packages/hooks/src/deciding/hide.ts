/** Stands where something was taken out. */
const TAKEN = '[redacted]';

/** Shorter pieces turn up inside of other words; they count where they stand by themselves. */
const LEAST_INSIDE = 4;

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
    keptWords.has(word) || (isLong(word) && kept.length <= MOST_SEARCHED && kept.includes(word));
  const gone = [...new Set(textsIn(before).flatMap(wordsIn))].filter((word) => !isKept(word));
  if (gone.length === 0) return undefined;
  const alone = hideWords(new Set(gone));
  const sought = gone.filter((word) => isLong(word) && !TAKEN.includes(word));
  if (sought.length > MOST_SOUGHT) return alone;
  const inside = hideInside(sought);
  return (text) => alone(inside(text));
}

const isLong = (word: string): boolean => word.length >= LEAST_INSIDE;

/** The longest first: one may be a part of another. */
function hideInside(gone: readonly string[]): Hide {
  const ordered = [...gone].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((done, word) => done.replaceAll(word, () => TAKEN), text);
}

const hideWords =
  (gone: ReadonlySet<string>): Hide =>
  (text) =>
    text
      .replace(CHUNK, (chunk) => (gone.has(chunk) ? TAKEN : chunk))
      .replace(words().orEscape, (word) => (gone.has(word) ? TAKEN : word));

const TAKEN_WORDS: ReadonlySet<string> = new Set([TAKEN, 'redacted']);
const CHUNK = /\S+/g;

interface Words {
  readonly alone: RegExp;
  /** A text may be written as JSON: the `n` of a line's end there is no part of the next word. */
  readonly orEscape: RegExp;
}

let made: Words | undefined;

/** Made with the first text that something is taken out of: the letters of all scripts take a while to load. */
function words(): Words {
  const word = String.raw`[\p{L}\p{N}_+/.-]+`;
  made ??= { alone: new RegExp(word, 'gu'), orEscape: new RegExp(`\\\\[bfnrt]|${word}`, 'gu') };
  return made;
}

/** What stands between white space, and the words in it. */
const wordsIn = (text: string): string[] =>
  [...(text.match(CHUNK) ?? []), ...(text.match(words().alone) ?? [])].filter(
    (word) => !TAKEN_WORDS.has(word),
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
