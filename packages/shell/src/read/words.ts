import { ANY, GLOB, NUMBER, type Piece, type Word } from '../text/command.ts';
import { merged } from '../text/pieces.ts';
import { type Part, spellingsOf } from './braces.ts';
import { readCommands, readExpansion } from './expansion.ts';
import { readDouble, readSingle } from './quotes.ts';
import { at, fail, type Shell } from './reader.ts';

const ENDS = new Set(' \t\n;&|<>()');

/** Reads one word. What stands bare in it is kept apart, since only that is expanded. */
export function readWord(sh: Shell): Word {
  const from = sh.pos;
  const plain = plainAt(sh, PLAIN_WORD);
  if (plain !== undefined) {
    sh.pos += plain.length;
    return { pieces: [plain], raw: plain };
  }
  const parts: Part[] = [];
  while (!atWordEnd(sh)) {
    const char = sh.text[sh.pos] ?? '';
    const read = atProcess(sh) ? readCommands : READERS[char];
    if (read === undefined) {
      const bare = plainAt(sh, PLAIN_PART) ?? char;
      parts.push({ bare, pieces: [bare] });
      sh.pos += bare.length;
      continue;
    }
    parts.push({ pieces: read(sh) });
  }
  return { ...expanded(parts), raw: sh.text.slice(from, sh.pos) };
}

function plainAt({ text, pos }: Shell, pattern: RegExp): string | undefined {
  pattern.lastIndex = pos;
  return pattern.test(text) ? text.slice(pos, pattern.lastIndex) : undefined;
}

/** Nearly every word has no character in it that means more than itself. */
const PLAIN_WORD = /[\w./:@%+,=~^#-]+(?=[ \t\n;|&)]|$)/y;

/** Nor has a part of a word, where it may also stand in braces or brackets. */
const PLAIN_PART = /[\w/:@%+=^-]+/y;

const READERS: Readonly<Record<string, (sh: Shell) => readonly Piece[]>> = {
  "'": readSingle,
  '"': readDouble,
  $: (sh) => readExpansion(sh, false),
  '`': (sh) => readExpansion(sh, false),
  '\\': backslash,
  '*': wildcard,
  '?': wildcard,
};

function backslash(sh: Shell): readonly Piece[] {
  const next = sh.text[sh.pos + 1] ?? '\\';
  // What is left may be a reserved word, an assignment, or a number before a redirection.
  if (next === '\n') fail(sh, 'a line is broken inside of a word');
  sh.pos += 2;
  return [next];
}

function wildcard(sh: Shell): readonly Piece[] {
  sh.pos += 1;
  return [{ ...GLOB, wildcard: sh.text[sh.pos - 1] ?? '' }];
}

/** `{a,b}` may become several words. */
function expanded(parts: readonly Part[]): Omit<Word, 'raw'> {
  const bare = parts.map((part) => part.bare ?? '\0').join('');
  const braces = bare.slice(Math.max(0, bare.indexOf('{')), bare.lastIndexOf('}') + 1);
  if (NUMBERS.test(bare)) return { pieces: [NUMBER] };
  if (braces.startsWith('{') && /,|\.\./.test(braces))
    return { pieces: [ANY], spellings: spellingsOf(parts)?.map(piecesOf) ?? 'many' };
  return { pieces: piecesOf(parts) };
}

/** `[ab]` is one of several characters, and what follows it may belong to it. */
function piecesOf(parts: readonly Part[]): readonly Piece[] {
  const pieces = (list: readonly Part[]) => list.flatMap((part) => part.pieces);
  const open = parts.findIndex(({ bare }) => bare === '[');
  if (open < 0 || !parts.some(({ bare }, at) => at > open && bare === ']'))
    return merged(pieces(parts));
  const set = { ...GLOB, wildcard: writtenOut(pieces(parts.slice(open))) };
  return merged([...pieces(parts.slice(0, open)), set]);
}

const writtenOut = (pieces: readonly Piece[]): string =>
  pieces.map((one) => (typeof one === 'string' ? one : (one.wildcard ?? '*'))).join('');

const NUMBERS = /^\{-?\d+\.\.-?\d+(\.\.-?\d+)?\}$/;

/** Whether a word that goes up to here is over, or goes on. */
export const atWordEnd = (sh: Shell): boolean =>
  sh.pos >= sh.text.length || (ENDS.has(sh.text[sh.pos] ?? '') && !atProcess(sh));

/** `<(...)` and `>(...)` are parts of words, unlike redirections. */
export const atProcess = (sh: Shell): boolean => at(sh, '<(') || at(sh, '>(');

/** Whether a word is next that is written just so, with nothing quoted. */
export function atWord(sh: Shell, text: string): boolean {
  const next = sh.text[sh.pos + text.length];
  return at(sh, text) && (next === undefined || ENDS.has(next));
}
