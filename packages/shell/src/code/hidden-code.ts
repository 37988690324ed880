import type { Notes } from '../read/reader.ts';
import { type Command, literal, type Piece, type Word } from '../text/command.ts';
import type { Unread } from '../text/unread.ts';
import { areNumbers, isNumber, type Values, valuesOf } from '../text/variable-values.ts';
import { writtenAs } from '../text/written-as.ts';
import { argsOf, arraysIn, BUILTINS, builtinOf, namesSetBy } from './builtins.ts';
import { CODE_ARGUMENT, CODE_NAMES, COUNTED, isPrompt } from './code-variables.ts';

/** What a text gives to its variables, what builtins read into them included. */
export const valuesIn = (commands: readonly Command[]): Values =>
  valuesOf(commands, commands.flatMap(namesSetBy));

/** Where a text may run code that stands in its data; undefined if it runs only what its commands say. */
export function hiddenCode(
  commands: readonly Command[],
  notes: Notes,
  values: Values,
): Unread | undefined {
  const arrays = arraysIn(commands);
  return (
    notes.doubt ??
    calculatedWith(notes, values) ??
    givenCode(values) ??
    firstOf(commands, (command) => runByBuiltin(command, values, arrays))
  );
}

function firstOf<T>(commands: readonly Command[], find: (command: Command) => T | undefined) {
  for (const command of commands) {
    const found = find(command);
    if (found !== undefined) return found;
  }
  return undefined;
}

function calculatedWith(
  { calculated, counters, functions }: Notes,
  values: Values,
): Unread | undefined {
  const odd = [...calculated].find((name) => values.has('') || !isNumber(name, values));
  if (odd !== undefined)
    return { part: odd, why: 'it is calculated with, and may be more than a number' };
  const shadowed = [...counters].find((program) => functions.has(program) || functions.has(''));
  if (shadowed === undefined) return undefined;
  return { part: shadowed, why: 'it is a function here, which may print anything' };
}

/** A few variables are run, or calculated with, as soon as they are set or used by the shell itself. */
function givenCode(values: Values): Unread | undefined {
  for (const [name, given] of values) {
    const runs =
      (CODE_NAMES.test(name) && !(isPrompt(name) && given?.every(isPlainPrompt))) ||
      (COUNTED.test(name) && !given?.every((value) => areNumbers(value, values)));
    if (runs) return { part: name, why: 'a shell runs what stands in it' };
  }
  return undefined;
}

const isPlainPrompt = (value: readonly Piece[]): boolean =>
  value.every((piece) => typeof piece === 'string' && !/[$`]/.test(piece));

function runByBuiltin(
  command: Command,
  values: Values,
  arrays: ReadonlySet<string>,
): Unread | undefined {
  const name = builtinOf(command) ?? '';
  return BUILTINS.get(name)?.(argsOf(command), values, arrays)
    ? { part: writtenAs(command), why: `${name} may run what stands in its arguments` }
    : undefined;
}

/** Whether a shell runs code that stands in a command's data: in a variable it expands, or a subscript. */
export const runsHidden = ({ words, assigns }: Command): boolean =>
  assigns.some(holdsCode) || words.some(holdsCode);

function holdsCode(word: Word): boolean {
  const text = literal(word) ?? '';
  return CODE_ARGUMENT.test(text) || hasCodeSubscript(text);
}

/** `name[$(...)]`, which some commands expand even where it is quoted. */
function hasCodeSubscript(text: string): boolean {
  const at = text.search(/\w\[/);
  return at >= 0 && /\$\(|`/.test(text.slice(at));
}
