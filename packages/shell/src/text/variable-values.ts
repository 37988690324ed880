import { ANY, type Command, type Piece, type Unknown, type Word } from './command.ts';
import { lately } from './lately.ts';

/** What a text gives to its variables, by name; undefined for one that may get anything. */
export type Values = ReadonlyMap<string, readonly (readonly Piece[])[] | undefined>;

export function valuesOf(
  commands: readonly Command[],
  anything: readonly string[] = [],
): Map<string, readonly (readonly Piece[])[] | undefined> {
  const given = new Map<string, (readonly Piece[])[]>();
  const note = (word: Word) => {
    const found = assignmentIn(word);
    if (found === undefined) return;
    const list = given.get(found.name);
    if (list === undefined) given.set(found.name, [found.value]);
    else if (isNew(found.value, list)) list.push(found.value);
  };
  for (const { words, assigns } of commands) {
    assigns.forEach(note);
    words.forEach(note);
  }
  const values: Map<string, readonly (readonly Piece[])[] | undefined> = given;
  for (const name of anything) values.set(name, undefined);
  return values;
}

/** The same text again and again, as in a long script, is one value. */
const isNew = (value: readonly Piece[], list: readonly (readonly Piece[])[]): boolean =>
  value.length !== 1 || !list.slice(-4).some((one) => one.length === 1 && one[0] === value[0]);

/** As it is written, or behind quotes, as `declare "x=1"` has it. */
function assignmentIn({ pieces, raw }: Word) {
  if (!raw.includes('=') && !isAssigning(pieces[0])) return undefined;
  const [first = '', ...rest] = pieces;
  const [name] = ASSIGNED.exec(raw) ?? ASSIGNED.exec(String(first)) ?? [];
  if (name === undefined) return undefined;
  const [, more, text] =
    typeof first === 'string' ? (/^\w+(\+?)=([\s\S]*)$/.exec(first) ?? []) : [];
  if (text === undefined) return { name, value: [ANY] };
  return { name, value: [...(more ? [{ ...ANY, name }] : []), text, ...rest] };
}

const isAssigning = (piece: Piece | undefined): boolean =>
  typeof piece === 'string' && piece.includes('=');

const ASSIGNED = /^[A-Za-z_]\w*(?=(\[.*\])?\+?=)/s;

/** Whether a variable can hold nothing but a number. */
export function isNumber(name: string, values: Values): boolean {
  if (SET_BY_SHELL.test(name)) return false;
  return values.has(name) ? !oddNames(values, '').has(name) : COUNTED_BY_SHELL.test(name);
}

export const areNumbers = (pieces: readonly Piece[], values: Values): boolean =>
  pieces.every((piece) => {
    const name = isPlainNumber(piece);
    return typeof name === 'string' ? isNumber(name, values) : name;
  });

/** Whether it is one; where that depends on a variable, on which. */
function isPlainNumber(piece: Piece): boolean | string {
  if (typeof piece === 'string') return /^[-+\s\d]*$/.test(piece);
  return piece.unknown === 'number' || (piece.name ?? false);
}

/** Those of the variables that may hold something else, also by way of others. */
const oddNames = perValues((values) => {
  const odd = new Set<string>();
  const users = new Map<string, Set<string>>();
  for (const [name, given] of values)
    for (const piece of given?.flat() ?? [ANY]) {
      const on = isPlainNumber(piece);
      if (typeof on === 'string') users.set(on, users.get(on)?.add(name) ?? new Set([name]));
      const plain = typeof on === 'string' ? values.has(on) || isNumber(on, values) : on;
      if (!plain || SET_BY_SHELL.test(name)) odd.add(name);
    }
  for (const name of odd) for (const user of users.get(name) ?? []) odd.add(user);
  return odd;
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
  const [first] = pieces;
  if (pieces.length === 1 && typeof first === 'string') return [first];
  let texts: readonly string[] = [''];
  for (const piece of pieces) {
    const next = typeof piece === 'string' ? [piece] : spellings(piece, values, depth);
    if (next === undefined || texts.length * next.length > MAX_TEXTS) return undefined;
    texts = texts.flatMap((text) => next.map((one) => text + one));
  }
  return texts;
}

function spellings({ name, preset, holds }: Unknown, values: Values, depth: number) {
  if (name !== undefined) return spelled(values, `${depth} ${name}`);
  if (preset === undefined || holds === undefined) return undefined;
  const [set, unset] = [spelled(values, `${depth} ${preset}`), spelledOut(holds, values, depth)];
  return set && unset && [...set, ...unset];
}

const spelled = perValues((values, key) => {
  const [depth, name] = [Number(key[0]), key.slice(2)];
  const given = values.get(name);
  if (given === undefined || given.length > MAX_TEXTS) return undefined;
  // What is added to itself would never end.
  if (depth === 0) return [];
  const texts = given.map((value) => spelledOut(value, values, depth - 1));
  return texts.every((list) => list !== undefined) ? texts.flat() : undefined;
});

/** Whether some text that is given to a variable has a character in it. */
export const someValueHas = perValues((values, char) =>
  [...values.values()].some((given) =>
    given?.some((value) =>
      value.some((piece) => typeof piece === 'string' && piece.includes(char)),
    ),
  ),
);

/** Found out once for the same values: a text may ask at every one of its words. */
function perValues<T>(
  find: (values: Values, key: string) => T,
): (values: Values, key: string) => T {
  const foundFor = lately<Values, Map<string, T>>(4, () => new Map());
  return (values, key) => {
    const found = foundFor(values);
    const value = found.has(key) ? (found.get(key) as T) : find(values, key);
    found.set(key, value);
    return value;
  };
}
