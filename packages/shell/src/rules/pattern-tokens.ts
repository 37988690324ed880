export const STAR = Symbol('*');
/** A space with a star behind it, or neither of them: what ` *` means at the end. */
export const TAIL = Symbol(' *');
/** A space in quotes, which is within a word. */
export const SPACE = Symbol('" "');
export type Token = string | typeof STAR | typeof TAIL | typeof SPACE;

/** A rule's text about commands: it matches if one of its forms does. */
export type Pattern = readonly (readonly Token[])[];

/**
 * `*` is any text. At the end, ` *` and `:*` also match nothing, but never the rest of a word:
 * `git *` is git with whatever follows, not gitk. `test:*` is also what it says letter by letter.
 */
export function compilePattern(text: string): Pattern {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const pattern = compiled(text);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, pattern);
  return pattern;
}

/** The same few rules are asked again and again. */
const remembered = new Map<string, Pattern>();
const MAX_REMEMBERED = 500;

function compiled(text: string): Pattern {
  const plain = text
    .trim()
    .replace(/(["'])(.*?)\1/g, (_, __, quoted: string) => quoted.replaceAll(' ', QUOTED));
  const tail = TAILS.find((one) => plain.endsWith(one));
  if (tail === undefined) return [tokensOf(plain)];
  const head = tokensOf(plain.slice(0, -tail.length));
  return [[...head, TAIL, STAR], ...(tail === ':*' ? [tokensOf(plain)] : [])];
}

const TAILS = [' *', ':*'] as const;
const QUOTED = '\uE000';

/** Several stars in a row mean no more than one. */
const tokensOf = (text: string): readonly Token[] =>
  [...text.replace(/\*+/g, '*')].map((char) =>
    char === '*' ? STAR : char === QUOTED ? SPACE : char,
  );
