import type { Operand, Option, Program } from '../programs/program.ts';
import { PROGRAMS } from '../programs/table.ts';
import { type Command, literal, type Piece, type Word, wordsOf } from '../text/command.ts';
import { isOperand, maySplit } from '../text/pieces.ts';
import { programOf } from '../text/program-name.ts';
import { optionNamed, rowOperands, rowOptions, rowVerbs, verbRow } from './row-options.ts';

/** What one option or operand of a command is. */
export interface Use {
  /** `unknown`: an option that the row does not name. */
  readonly is: 'option' | 'operand' | 'unknown';
  /** The option by its first spelling, or as it is written where it is not known; `''` for an operand. */
  readonly name: string;
  readonly does: Operand;
  readonly language: string | undefined;
  /** The option's value, or the operand; undefined where an option has none. */
  readonly value: Word | undefined;
  /** It stands for the first operand. */
  readonly instead: boolean;
  /** It may be an option, or several words: that shows only when it runs. */
  readonly open: boolean;
  /** Its place among the words. */
  readonly at: number;
}

export interface LookedUp {
  readonly row: Program;
  /** The program and its verbs: `['git', 'remote', 'add']`. */
  readonly path: readonly string[];
  readonly uses: readonly Use[];
  /** The command's words, with those that braces make each on its own. */
  readonly words: readonly Word[];
  /** A verb stands there that the row does not name, or that shows only when it runs. */
  readonly strange: boolean;
}

/** What the table says of a command's words; undefined where it has no row. */
export function lookUp(command: Command): LookedUp | undefined {
  const name = programOf(command)?.toLowerCase() ?? '';
  const row = rowOf(name);
  return row && walk(row, [name], command.words);
}

/** The same by a row of one's own. */
export const lookUpBy = (row: Program, command: Command): LookedUp =>
  walk(row, [programOf(command)?.toLowerCase() ?? ''], command.words);

/** A program by its name, also with a version behind it: `python3.12`. */
export function rowOf(name: string): Program | undefined {
  return PROGRAMS.get(name) ?? PROGRAMS.get(name.replace(/[-_]?[\d.]+$/, ''));
}

interface Walk {
  row: Program;
  readonly path: string[];
  readonly uses: Use[];
  readonly words: readonly Word[];
  /** Where it is among the words. */
  at: number;
  /** How many operands there were, and whether an option stands for the first. */
  operands: number;
  strange: boolean;
}

function walk(row: Program, path: string[], all: readonly Word[]): LookedUp {
  const words = all.some(isSpelled) ? all.flatMap(spelledWords) : all;
  const on: Walk = { row, path, uses: [], words, at: 1, operands: 0, strange: false };
  if (row.letters && /^\w/.test(literal(words[1]) ?? '')) lettersOf(on, literal(words[1]) ?? '');
  let options = true;
  for (; on.at < words.length; on.at++) {
    const word = words[on.at] as Word;
    const text = beginningOf(word);
    if (options && literal(word) === '--') options = false;
    else if (options && /^-./s.test(text)) {
      optionIn(on, word, text);
      // `python -m module -x`: what follows is the module's.
      options = !(on.row.ends && on.uses.at(-1)?.instead);
    } else options = operandIn(on, word, options) && options;
    if (HANDED_ON.has(on.uses.at(-1)?.does)) break;
  }
  return { row: on.row, path, uses: on.uses, words, strange: on.strange };
}

const HANDED_ON: ReadonlySet<Operand | undefined> = new Set(['command', 'line', 'rest']);

const isSpelled = ({ spellings }: Word): boolean => Array.isArray(spellings);

/** The words that braces make of one. */
const spelledWords = (word: Word): readonly Word[] =>
  isSpelled(word) ? wordsOf(word).map((pieces) => ({ pieces, raw: word.raw })) : [word];

/** What a word surely begins with. */
const beginningOf = ({ pieces: [first] }: Word): string => (typeof first === 'string' ? first : '');

/** Everything of a word from a place in its first piece. */
const wordFrom = ({ pieces: [first = '', ...rest], raw }: Word, from: number): Word => ({
  pieces: [String(first).slice(from), ...rest] as readonly Piece[],
  raw,
});

function optionIn(on: Walk, word: Word, text: string): void {
  const options = rowOptions(on.row);
  const end = text.indexOf('=');
  const written = end < 0 ? text : text.slice(0, end);
  const whole = optionNamed(options, written);
  const hasValue = text.length > written.length;
  const own = hasValue ? wordFrom(word, written.length + 1) : undefined;
  // `-o"$X"`: what is not known may be the value, or more letters, or the rest of the name.
  const cut = !hasValue && word.pieces.length > 1;
  if (cut && on.row.dash && whole?.value === 'next') {
    add(on, whole, wordFrom(word, text.length));
    return;
  }
  if (cut && (text.startsWith('--') || on.row.dash)) {
    on.uses.push({ ...unknown(on, written, word), open: true });
    return;
  }
  if (whole !== undefined && !cut) {
    add(on, whole, own);
    return;
  }
  if (text.startsWith('--') || on.row.dash) {
    on.uses.push(unknown(on, written, own));
    return;
  }
  for (let from = 1; from < text.length; from++) {
    const option = options.get(`-${text[from]}`);
    if (option === undefined) on.uses.push(unknown(on, `-${text[from]}`));
    const rest =
      text.length > from + 1 || word.pieces.length > 1 ? wordFrom(word, from + 1) : undefined;
    if (option !== undefined) add(on, option, option.value === 'none' ? undefined : rest);
    if (option !== undefined && option.value !== 'none') return;
  }
  if (cut) on.uses.push({ ...unknown(on, '-', word), open: true });
}

/** Adds an option, with the next word where it wants one and has none. */
function add(on: Walk, option: Option, own: Word | undefined): void {
  const { name, does, language, instead } = option;
  const at = on.at;
  if (own === undefined && option.value === 'next') on.at += 1;
  const value = own ?? (option.value === 'next' ? on.words[on.at] : undefined);
  if (instead) on.operands = Math.max(on.operands, 1);
  on.uses.push({
    is: 'option',
    name,
    does,
    language,
    value,
    instead,
    open: own === undefined && value !== undefined && maySplit(value),
    at,
  });
}

const unknown = ({ at }: Walk, name: string, value?: Word): Use => ({
  is: 'unknown',
  name,
  does: 'nothing',
  language: undefined,
  value,
  instead: false,
  open: false,
  at,
});

/** `xf` of `tar xf file`: the values follow in the order of the letters. */
function lettersOf(on: Walk, text: string): void {
  const options = rowOptions(on.row);
  for (const letter of text) {
    const option = options.get(`-${letter}`);
    if (option === undefined) on.uses.push(unknown(on, `-${letter}`));
    else add(on, option, undefined);
  }
  on.at += 1;
}

/** Adds an operand, or goes on to a verb; whether options may follow. */
function operandIn(on: Walk, word: Word, options: boolean): boolean {
  const { row, uses, at } = on;
  const open = options && !isOperand(word);
  if (row.verbs !== undefined) {
    const verb = literal(word);
    const next = verb === undefined ? undefined : verbOf(row, verb);
    on.path.push(verb ?? '');
    on.strange ||= next === undefined;
    on.row = verbRow(row, next);
    on.operands = 0;
    return true;
  }
  const kinds = rowOperands(row);
  const [does, language] = kinds[Math.min(on.operands, kinds.length - 1)] ?? ['nothing'];
  // `kubectl exec pod -- program`.
  if (does === 'command' && literal(word) === '--') return true;
  on.operands += 1;
  uses.push({
    is: 'operand',
    name: '',
    does,
    language,
    value: word,
    instead: false,
    open,
    at,
  });
  return !row.ends;
}

/** A verb's row by any of its names; `*` is every other one. */
function verbOf(row: Program, verb: string): Program | undefined {
  const verbs = rowVerbs(row);
  return verbs.get(verb) ?? verbs.get('*');
}
