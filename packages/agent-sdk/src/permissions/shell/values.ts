import { ANY, type Command, type Piece, type Word } from './types.ts';

/** What a text gives to its variables, by name; undefined for one that may get anything. */
export type Values = ReadonlyMap<string, readonly (readonly Piece[])[] | undefined>;

export function valuesOf(
  commands: readonly Command[],
  anything: readonly string[] = [],
): Map<string, readonly (readonly Piece[])[] | undefined> {
  const values = new Map<string, readonly (readonly Piece[])[] | undefined>();
  for (const { words, assigns } of commands)
    for (const word of [...assigns, ...words]) {
      const { name, value } = assignmentIn(word) ?? {};
      if (name !== undefined && value !== undefined)
        values.set(name, [...(values.get(name) ?? []), value]);
    }
  for (const name of anything) values.set(name, undefined);
  return values;
}

function assignmentIn({ pieces, raw }: Word) {
  const [name] = /^[A-Za-z_]\w*(?=(\[.*\])?\+?=)/s.exec(raw) ?? [];
  if (name === undefined) return undefined;
  const [first = '', ...rest] = pieces;
  const [, more, text] =
    typeof first === 'string' ? (/^\w+(\+?)=([\s\S]*)$/.exec(first) ?? []) : [];
  if (text === undefined) return { name, value: [ANY] };
  return { name, value: [...(more ? [{ ...ANY, name }] : []), text, ...rest] };
}

/** Whether a variable can hold nothing but a number. */
export function isNumber(name: string, values: Values, seen: readonly string[] = []): boolean {
  if (seen.includes(name)) return true;
  if (SET_BY_SHELL.test(name)) return false;
  const given = values.get(name);
  if (given === undefined) return !values.has(name) && COUNTED_BY_SHELL.test(name);
  return given.every((value) => areNumbers(value, values, [...seen, name]));
}

export const areNumbers = (
  pieces: readonly Piece[],
  values: Values,
  seen: readonly string[] = [],
): boolean =>
  pieces.every((piece) => {
    if (typeof piece === 'string') return /^[-+\s\d]*$/.test(piece);
    if (piece.unknown === 'number') return true;
    return piece.name !== undefined && isNumber(piece.name, values, seen);
  });

/** A shell puts words of the text, of its input or of the file system into these by itself. */
const SET_BY_SHELL =
  /^(_|BASH(?!PID$)\w*|REPLY|OPTARG|(OLD)?PWD|DIRSTACK|FUNCNAME|MAPFILE|COPROC\w*|COMP\w*|READLINE\w*)$/;

const COUNTED_BY_SHELL =
  /^(RANDOM|SRANDOM|SECONDS|LINENO|UID|EUID|PPID|BASHPID|EPOCHSECONDS|OPTIND|COLUMNS|LINES|SHLVL)$/;

/** All texts that a word can become by what is given to variables; undefined if there are others. */
export function textsOf(word: Word, values: Values): readonly string[] | undefined {
  return spelledOut(word.pieces, values, 3);
}

const MAX_TEXTS = 64;

function spelledOut(
  pieces: readonly Piece[],
  values: Values,
  depth: number,
): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  for (const piece of pieces) {
    const next = typeof piece === 'string' ? [piece] : spellings(piece.name, values, depth);
    if (next === undefined || texts.length * next.length > MAX_TEXTS) return undefined;
    texts = texts.flatMap((text) => next.map((one) => text + one));
  }
  return texts;
}

function spellings(name: string | undefined, values: Values, depth: number) {
  const given = name === undefined ? undefined : values.get(name);
  // What is added to itself would never end.
  if (given !== undefined && depth === 0) return [];
  const texts = given?.map((value) => spelledOut(value, values, depth - 1));
  return texts?.every((list) => list !== undefined) ? texts.flat() : undefined;
}

/** Whether some text that is given to a variable has a character in it. */
export const someValueHas = (values: Values, char: string): boolean =>
  [...values.values()].some((given) =>
    given?.some((value) =>
      value.some((piece) => typeof piece === 'string' && piece.includes(char)),
    ),
  );
