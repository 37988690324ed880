import { rowOptions, rowVerbs } from '../look-up/row-options.ts';
import type { Option } from '../programs/program.ts';
import type { Reader } from '../readers/reader.ts';

/** An option as it was given. */
export interface Given {
  /** By its first spelling. */
  readonly name: string;
  readonly value: string | undefined;
}

/** The words of a command of which every one is known, and none does more than to read. */
export interface Known {
  /** The program and its verbs. */
  readonly path: readonly string[];
  readonly row: Reader;
  readonly options: readonly Given[];
  /** Options before the verbs. */
  readonly before: readonly Given[];
  readonly operands: readonly string[];
  /** Files that options and operands name. */
  readonly files: readonly string[];
  /** Code that is in its words, by its language: it must be looked at. */
  readonly code: readonly (readonly [language: string, text: string])[];
  /** An option makes it go below directories, or show what is in files. */
  readonly more: boolean;
}

interface Walk {
  row: Reader;
  readonly path: string[];
  readonly texts: readonly string[];
  at: number;
  operands: string[];
  options: Given[];
  before: Given[];
  readonly files: string[];
  readonly code: [string, string][];
  /** How many operands there were, with one that an option stands for. */
  place: number;
  more: boolean;
}

/**
 * Goes through a command's words by its row. Undefined where a word may be anything else than to read: an
 * option that the row does not name, also one that is cut short, or an operand that is more than a file.
 */
export function knownWords(row: Reader, texts: readonly string[]): Known | undefined {
  const walk: Walk = {
    row,
    path: texts.slice(0, 1),
    texts,
    at: 1,
    operands: [],
    options: [],
    before: [],
    files: [],
    code: [],
    place: 0,
    more: false,
  };
  let options = true;
  for (; walk.at < texts.length; walk.at++) {
    const text = texts[walk.at] ?? '';
    if (options && text === '--' && !walk.row.dash) options = false;
    else if (options && text.length > 1 && text.startsWith('-')) {
      if (!takeOption(walk, text)) return undefined;
    } else if (!takeOperand(walk, text)) return undefined;
    else if (walk.row.ends && walk.operands.length > 0) options = false;
  }
  return walk.row.reads ? walk : undefined;
}

function takeOption(walk: Walk, text: string): boolean {
  const options = rowOptions(walk.row);
  if (walk.row.dash) return take(walk, options.get(text), undefined);
  if (/^-\d+$/.test(text) && options.has('-#')) return true;
  if (text.startsWith('--')) {
    const at = text.indexOf('=');
    const name = at < 0 ? text : text.slice(0, at);
    return take(walk, options.get(name), at < 0 ? undefined : text.slice(at + 1));
  }
  for (let at = 1; at < text.length; at++) {
    const option = options.get(`-${text[at]}`);
    const rest = text.slice(at + 1);
    const own = option?.value !== 'none' && rest !== '' ? rest : undefined;
    if (!take(walk, option, own)) return false;
    if (option?.value === 'next' || own !== undefined) break;
  }
  return true;
}

/** Takes an option with its value; false where that is not known to be harmless. */
function take(walk: Walk, option: Option | undefined, own: string | undefined): boolean {
  if (option === undefined || (option.value === 'none' && own !== undefined)) return false;
  if (own === undefined && option.value === 'next') walk.at += 1;
  const value = own ?? (option.value === 'next' ? walk.texts[walk.at] : undefined);
  if (option.value === 'next' && value === undefined) return false;
  const isApart = own === undefined && value !== undefined;
  // A program that takes no value there would see an option of its own.
  if (isApart && !walk.row.dash && /^-(?!\d*$)/.test(value)) return false;
  // Where options end at the first operand, these are two more of them.
  if (isApart && walk.operands.length > 0 && walk.path.length === 1 && !walk.row.dash)
    walk.files.push(value);
  // An operand before it was taken for what this option is: it may be a file.
  if (option.instead && walk.operands.length > 0) return false;
  if (option.instead) walk.place = Math.max(walk.place, 1);
  walk.options.push({ name: option.name, value });
  if (option.does === 'reads' && option.value === 'next') walk.files.push(value ?? '');
  else if (option.does === 'reads') walk.more = true;
  else if (option.does === 'code' && option.language !== undefined)
    walk.code.push([option.language, value ?? '']);
  else return option.does === 'nothing';
  return true;
}

function takeOperand(walk: Walk, text: string): boolean {
  const { row } = walk;
  if (row.verbs !== undefined) return takeVerb(walk, text);
  // What joins the conditions of find.
  if (row.dash && /^[()!,]$/.test(text)) return true;
  const kinds = (row.operands ?? 'writes').split(' ');
  const [does, language] = (kinds[Math.min(walk.place, kinds.length - 1)] ?? '').split('.');
  walk.place += 1;
  walk.operands.push(text);
  if (does === 'reads') walk.files.push(text);
  else if (does === 'code' && language !== undefined) walk.code.push([language, text]);
  else return does === 'nothing' || (does === 'writes' && LISTS.has(walk.path.join(' ')));
  return true;
}

/** Whether their operands are names to list is for an option to say, and looked at in the end. */
const LISTS: ReadonlySet<string> = new Set(['git branch', 'git tag']);

function takeVerb(walk: Walk, verb: string): boolean {
  const next = rowVerbs(walk.row).get(verb) as Reader | undefined;
  if (next === undefined) return false;
  walk.path.push(verb);
  walk.row = next;
  walk.before.push(...walk.options);
  walk.options = [];
  return true;
}
