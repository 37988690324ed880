import { namesIn, sumOf } from '../read/arithmetic-sum.ts';
import { type Command, isName as isVariable, literal, type Word } from '../text/command.ts';
import {
  areNumbers,
  isNumber,
  someValueHas,
  textsOf,
  type Values,
} from '../text/variable-values.ts';
import { CHANGES_READING } from './code-variables.ts';

type Runs = (args: readonly Word[], values: Values, arrays: ReadonlySet<string>) => boolean;

/**
 * Builtins that may run code which stands in their arguments, and when. Most of them take the name of a
 * variable, which can be `name[subscript]`, and a subscript is calculated.
 */
export const BUILTINS: ReadonlyMap<string, Runs> = new Map<string, Runs>([
  ['declare', declares],
  ['typeset', declares],
  ['local', declares],
  ['export', exportsName],
  ['readonly', exportsName],
  ['read', reads],
  ['unset', names],
  ['wait', names],
  ['mapfile', maps],
  ['readarray', maps],
  ['printf', prints],
  ['let', (args, values) => !args.every((word) => isSum(word, values))],
  ['test', tests],
  ['[', tests],
  ['jobs', (args) => hasOption(args, 'x')],
  ['hash', (args) => hasOption(args, 'p')],
  ['set', (args) => hasOption(beforeEnd(args), 'Hk') || beforeEnd(args).some(changesReading)],
  ['shopt', (args) => args.some(changesReading)],
]);

/** The name of a builtin of the shell, also behind `command` and `builtin`. */
export const builtinOf = ({ words }: Command): string | undefined => literal(words.find(isName));

/** What it is given. */
export const argsOf = ({ words }: Command): readonly Word[] =>
  words.slice(words.findIndex(isName) + 1);

const isName = (word: Word): boolean => !/^(command|builtin|-p|--)$/.test(literal(word) ?? '');

/** Variables that get anything by a command; an empty name stands for all of them. */
export function namesSetBy(command: Command): readonly string[] {
  return SETS.get(builtinOf(command) ?? '')?.(argsOf(command)) ?? NONE;
}

type Sets = (args: readonly Word[]) => readonly string[];

const NONE: readonly string[] = [];
const ALL: readonly string[] = [''];

const forEach = (names: string, sets: Sets): [string, Sets][] =>
  names.split(' ').map((name) => [name, sets]);

const SETS: ReadonlyMap<string, Sets> = new Map([
  ...forEach('eval source . trap alias', () => ALL),
  ...forEach('declare typeset local export readonly', (args) =>
    args.every(hasSureName) ? NONE : ALL,
  ),
  ...forEach('read mapfile readarray getopts wait', (args) => args.flatMap(named)),
  ...forEach('printf', (args) => args.slice(0, 2).flatMap(printedInto)),
]);

/** A name, of which it may be one element, also right behind its option: `read 'x[0]'`, `read -ax`. */
function named(word: Word): readonly string[] {
  return /^(?:-\w*?[ap])?([A-Za-z_]\w*)(?:\[.*\])?$/s.exec(literal(word) ?? '')?.slice(1) ?? [];
}

/** `-v name`, in one word or two. */
function printedInto(word: Word, at: number, words: readonly Word[]): readonly string[] {
  const option = /^-v(\w*)$/.exec(literal(words[0]) ?? '')?.[1];
  if (option === undefined) return [];
  return at === 0 ? [option].filter(Boolean) : option === '' ? [literal(word) ?? ''] : [];
}

/** With `-i` a value is calculated, with `-n` it is the name of another variable. */
function declares(args: readonly Word[], values: Values, arrays: ReadonlySet<string>): boolean {
  return (
    hasOption(args, 'in') ||
    args.some((word) => !hasSureName(word) && !isNumeric(word, values)) ||
    setsArray(args, values, arrays)
  );
}

/** These take no subscripts, but an unknown name may be that of a prompt. */
function exportsName(args: readonly Word[], values: Values, arrays: ReadonlySet<string>): boolean {
  return (
    args.some((word) => !hasSureName(word) && !isFromProgram(word)) ||
    setsArray(args, values, arrays)
  );
}

/** What is given to an array is read as a list once more if it is in parentheses, also out of quotes. */
function setsArray(args: readonly Word[], values: Values, arrays: ReadonlySet<string>): boolean {
  const all = hasOption(args, 'aA');
  return args.some((word) => {
    const [, name = '', text] = /^(\w+)\+?=([\s\S]*)$/.exec(String(word.pieces[0])) ?? [];
    if (text === undefined || !(all || arrays.has(name))) return false;
    const given = { ...word, pieces: [text, ...word.pieces.slice(1)] };
    return textsOf(given, values)?.some((one) => /^\s*\(/.test(one)) ?? !isNumeric(given, values);
  });
}

/** The variables that are arrays, as far as the text says so. */
export function arraysIn(commands: readonly Command[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = ({ raw }: Word) => {
    const [name] = /^\w+/.exec(raw) ?? [];
    if (name !== undefined) found.add(name);
  };
  for (const command of commands) {
    for (const word of command.assigns) if (isArrayWord(word)) add(word);
    if (listsNames(command)) argsOf(command).forEach(add);
  }
  return found;
}

function listsNames(command: Command): boolean {
  const name = builtinOf(command) ?? '';
  if (!/^(declare|typeset|local|export|readonly|read)$/.test(name))
    return /^(mapfile|readarray)$/.test(name);
  return hasOption(argsOf(command), 'aA');
}

const isArrayWord = ({ raw }: Word): boolean => /^\w+(\[|\+?=\()/.test(raw);

const changesReading = (word: Word): boolean => {
  const text = literal(word);
  return text === undefined || CHANGES_READING.test(text);
};

/** The words up to the `--` that ends the options. */
function beforeEnd(args: readonly Word[]): readonly Word[] {
  const end = args.findIndex((word) => /^--?$/.test(literal(word) ?? ''));
  return end < 0 ? args : args.slice(0, end);
}

/** `export $(cat .env)`: what stands in files is not seen anyway. */
const isFromProgram = ({ raw }: Word): boolean => /^\$\(/.test(raw);

/** `name`, `name=value` or an option: its beginning at least is known. */
function hasSureName({ pieces: [first = ''] }: Word): boolean {
  return typeof first === 'string' && /^([-+]\w*$|[A-Za-z_]\w*(\+?=|$))/.test(first);
}

const hasOption = (args: readonly Word[], letters: string): boolean =>
  args.some((word) => new RegExp(`^[-+]\\w*[${letters}]`).test(literal(word) ?? ''));

/** No subscript, or one that is a number. */
const isSureName = (word: Word, values: Values): boolean => {
  const text = literal(word);
  return text === undefined ? isNumeric(word, values) : !/^\w+\[(?![\d@*]+\]$)/.test(text);
};

const isNumeric = ({ pieces }: Word, values: Values): boolean => areNumbers(pieces, values);

function names(args: readonly Word[], values: Values): boolean {
  return !args.every((word) => isSureName(word, values));
}

/** With `-C` it runs a text for every few lines. */
function maps(args: readonly Word[], values: Values): boolean {
  return hasOption(args, 'C') || names(args, values);
}

function reads(args: readonly Word[], values: Values): boolean {
  return args.some((word, at) => {
    const isValue = /^-\w*[ptndNiu]$/.test(literal(args[at - 1]) ?? '') && /^".*"$/s.test(word.raw);
    return !isValue && !isSureName(word, values);
  });
}

/** `printf -v name` sets a variable; the option may also come out of a value. */
function prints([first, ...rest]: readonly Word[], values: Values): boolean {
  if (first === undefined) return false;
  const text = literal(first);
  if (text === '-v') return !isVariable(rest[0]);
  if (text !== undefined) return /^-v\w*[^\w]/.test(text);
  // It may also be no word at all.
  if (rest.some((word) => /^-v/.test(literal(word) ?? ''))) return true;
  if (typeof first.pieces[0] === 'string') return /^-v/.test(first.pieces[0]);
  // With such an end it is no name.
  const last = first.pieces.at(-1);
  if (typeof last === 'string' && /\W/.test(last) && !last.endsWith(']')) return false;
  return !(
    textsOf(first, values)?.every((one) => !one.startsWith('-')) ?? isNumeric(first, values)
  );
}

function isSum(word: Word, values: Values): boolean {
  return namesIn(sumOf(word.pieces))?.every((name) => isNumber(name, values)) ?? false;
}

/** `-v name`, also where operator and name come out of values: those would have a bracket in them. */
function tests(args: readonly Word[], values: Values): boolean {
  const asked = args.filter((_, at) => literal(args[at - 1]) === '-v');
  if (asked.some((word) => !/^\w+(\[[\d@*]+\])?$/.test(literal(word) ?? ''))) return true;
  const open = args.some((word) => literal(word) === undefined && !isNumeric(word, values));
  return open && someValueHas(values, '[');
}
