import {
  type Command,
  literal,
  type Piece,
  type Redirect,
  ROOTED,
  type Unknown,
  type Word,
} from '../text/command.ts';
import { inQuotes, unquoted } from '../text/pieces.ts';
import type { Values } from '../text/variable-values.ts';

type Choices = readonly (readonly Piece[])[];

/**
 * The commands of a text with what is known of its variables put in. Only a shell's own variables, in
 * lower case by custom, are known by what the text gives to them: others may come with the environment.
 */
export function narrowed(commands: readonly Command[], values: Values): readonly Command[] {
  const known = { values, left: commands.some(setsSeparators) ? 0 : MAX_PIECES };
  const word = (one: Word): Word => narrowWord(one, known);
  const redirect = (one: Redirect): Redirect => ({ ...one, target: word(one.target) });
  return commands.map((command) => {
    const { words, assigns, redirects } = command;
    if (words.every(isFixed) && assigns.length + redirects.length === 0) return command;
    return {
      ...command,
      words: words.map(word),
      assigns: assigns.map(word),
      redirects: redirects.map(redirect),
    };
  });
}

/** Nothing is to be put in, as in nearly every word. */
const isFixed = ({ pieces, spellings }: Word): boolean =>
  typeof spellings !== 'object' && pieces.every(isText);
const isText = (piece: Piece): boolean => typeof piece === 'string';

/** How values are split; for `read` alone it does not matter here. */
export const setsSeparators = ({ assigns, words }: Command): boolean =>
  words.some(setsIFS) || (literal(words[0]) !== 'read' && assigns.some(setsIFS));

const setsIFS = ({ pieces: [first] }: Word): boolean =>
  typeof first === 'string' && first.startsWith('IFS');

interface Known {
  readonly values: Values;
  /** How much may still be put in: a text can give much to a variable, and use it often. */
  left: number;
}

const MAX_PIECES = 20_000;
const MAX_CHOICES = 16;
const MAX_DEPTH = 2;

function narrowWord(word: Word, known: Known): Word {
  if (isFixed(word)) return word;
  const { pieces, spellings } = word;
  const several = typeof spellings === 'object';
  const narrow = (list: readonly Piece[]) => list.map((piece) => narrowPiece(piece, known, 0));
  return {
    ...word,
    pieces: narrow(pieces),
    ...(several ? { spellings: spellings.map(narrow) } : {}),
  };
}

function narrowPiece(piece: Piece, known: Known, depth: number): Piece {
  if (typeof piece === 'string' || piece.name === undefined) return piece;
  const choices = choicesFor(piece, piece.name, known, depth);
  if (choices === undefined) return isSet(piece.name, known) ? piece : { ...piece, outside: true };
  // Another one may also have come with the environment.
  const own = OWN_VARIABLE.test(piece.name) || !known.values.has(piece.name);
  return own ? { ...piece, choices } : { ...piece, given: choices };
}

/** What is run may give anything to any variable. */
const isSet = (name: string, { values }: Known): boolean =>
  values.has(name) || values.has('') || !/^[A-Za-z_]\w*$/.test(name);

function choicesFor(
  { unknown }: Unknown,
  name: string,
  known: Known,
  depth: number,
): Choices | undefined {
  const { values } = known;
  // What is run may give anything to any variable.
  if (values.has('') || known.left <= 0) return undefined;
  if (ABSOLUTE.test(name) && !values.has(name)) return ROOTED.choices;
  const given = values.get(name);
  if (given === undefined || given.length > MAX_CHOICES || depth > MAX_DEPTH) return undefined;
  known.left -= given.reduce((sum, value) => sum + value.length, 0);
  if (known.left < 0) return undefined;
  const inner = given.map((value) => value.map((one) => narrowPiece(one, known, depth + 1)));
  if (unknown === 'part') return [...inner.map(inQuotes), NOTHING];
  // Without quotes a value is also a pattern of files.
  return inner.flat().some(isPattern) ? undefined : [...inner.map(unquoted), NOTHING];
}

/** Where it was not set after all. */
const NOTHING: readonly Piece[] = [];

/** Paths from the root, by the shell's own doing. */
const ABSOLUTE = /^(HOME|PWD)$/;

/** A shell's own variables, in lower case by custom, reach no program. */
export const OWN_VARIABLE = /^(?!npm_|.*_proxy$)[a-z][a-z0-9_]*$/;

const isPattern = (piece: Piece): boolean =>
  typeof piece === 'string'
    ? /[*?[\\]/.test(piece)
    : piece.choices?.flat().some(isPattern) === true;
