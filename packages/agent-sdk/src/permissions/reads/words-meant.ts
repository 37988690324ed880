import {
  literal,
  OPEN_VARIABLE,
  type Piece,
  STREAM,
  type Values,
  type Word,
} from '@wavehooks/shell/rules';
import { nameIn, type Resolve } from '../../files/paths.ts';
import { filesFitted, wildTexts } from '../words/fitted.ts';
import { looseSteps, stepsMatch } from '../words/steps.ts';
import { spellingsOf } from '../words/where.ts';
import type { Env } from './environment.ts';

/** What decides which words a command gets. */
export interface Meaning {
  readonly values: Values;
  /** The values with their wildcards as they are written. */
  readonly wild: Values;
  readonly env: Env;
  readonly resolve: Resolve;
}

/** What a word may become: each time some words. */
export interface Meant {
  readonly choices: readonly (readonly string[])[];
  /** Files that wildcards fit, whatever they are to the program. */
  readonly fitted: readonly string[];
}

/** What stands for a text that shows only when it runs. */
export const SOMETHING = '/\uE001';

/** Whether all that a word says, or hides, is known to be harmless to print. */
export function isOpen({ pieces, spellings }: Word, values: Values): boolean {
  if (spellings === 'many') return false;
  const areOpen = (one: readonly Piece[]) => one.every((piece) => isOpenPiece(piece, values));
  return areOpen(pieces) && (spellings === undefined || spellings.every(areOpen));
}

function isOpenPiece(piece: Piece, values: Values): boolean {
  if (typeof piece === 'string') return true;
  const { name, raw = '', holds = [] } = piece;
  if (name !== undefined) return values.has(name) || OPEN_VARIABLE.test(name);
  if (!holds.every((one) => isOpenPiece(one, values))) return false;
  if (!raw.startsWith('${')) return true;
  const [, own = ''] = /^\$\{[#!]?(\w+)/.exec(raw) ?? [];
  return /^\d+$/.test(own) || values.has(own) || OPEN_VARIABLE.test(own);
}

/** `~name`, and a tilde behind `=`, `:` or within braces: only a shell knows what it stands for. */
export const hasOddTilde = ({ raw }: Word): boolean =>
  raw.includes('~') &&
  /(^~(?!\/|$)|[={,:]~)/.test(raw.replace(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, '\0'));

/** The words that a word becomes from some directory; undefined where that is not known. */
export function meantBy(word: Word, dir: string, meaning: Meaning): Meant | undefined {
  const text = literal(word);
  if (text !== undefined && word.spellings === undefined) return { choices: [[text]], fitted: [] };
  if (/^<\(.*\)$/s.test(word.raw) && word.pieces.length === 1)
    return { choices: [[STREAM]], fitted: [] };
  if (Array.isArray(word.spellings) || word.spellings === undefined) {
    const wild = wildTexts(word, meaning.wild);
    if (wild.length > 0) return fittedBy(word, wild, dir, meaning);
  }
  if (word.spellings === 'many') return undefined;
  if (word.spellings !== undefined) {
    const texts = word.spellings.map((pieces) => literal({ pieces, raw: '' }));
    return texts.every((one) => one !== undefined) ? { choices: [texts], fitted: [] } : undefined;
  }
  return spelled(word, meaning);
}

/** A variable may also be empty, or come with the environment. */
function spelled(word: Word, { values, env }: Meaning): Meant | undefined {
  const names = word.pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece]));
  if (names.some(({ name }) => name === undefined)) return undefined;
  const more = new Map(values);
  for (const { name = '' } of names) {
    const given = more.get(name);
    if (given === undefined) return undefined;
    const outside = env[name];
    const empty = name === 'PWD' ? [] : [['']];
    more.set(name, [...given, ...empty, ...(outside === undefined ? [] : [[outside]])]);
  }
  const texts = spellingsOf(word, more);
  if (texts === undefined || texts.length > MAX_CHOICES) return undefined;
  // Without quotes a value is parted at its blanks, and is a pattern of files.
  const bare = names.some(({ unknown }) => unknown !== 'part');
  if (bare && texts.some((one) => /[\s*?[\\]/.test(one))) return undefined;
  return {
    choices: [...new Set(texts)].map((one) => (one === '' && bare ? [] : [one])),
    fitted: [],
  };
}

const MAX_CHOICES = 32;

/** Whether a word says which names a directory has: by a wildcard, or by a variable that holds one. */
export const mayList = ({ pieces, spellings }: Word, values: Values): boolean =>
  spellings === 'many' || [pieces, ...(spellings ?? [])].some((one) => holdsWildcard(one, values));

const holdsWildcard = (pieces: readonly Piece[], values: Values): boolean =>
  pieces.some((piece) => {
    if (typeof piece === 'string') return false;
    const { wildcard, name, raw = '', holds = [] } = piece;
    const own = name ?? /^\$\{[#!]?(\w+)/.exec(raw)?.[1];
    const given = own === undefined ? undefined : values.get(own);
    return (
      wildcard !== undefined ||
      holdsWildcard(holds, values) ||
      given?.some((one) => one.some((each) => typeof each !== 'string' && each.wildcard)) === true
    );
  });

/** All files that a pattern fits, as the shell names them; where it fits none, the pattern itself. */
function fittedBy(
  word: Word,
  texts: readonly string[],
  dir: string,
  { wild, env, resolve }: Meaning,
): Meant | undefined {
  const { pieces, spellings } = word;
  const names = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : (piece.name ?? [])));
  // Of a variable with text around it, and of braces of which only some are patterns, not all is known.
  if (names.length > 0 && (pieces.length > 1 || env[names[0] ?? ''] !== undefined))
    return undefined;
  const all = names.length > 0 ? spellingsOf(word, wild) : spellings;
  if (all !== undefined && all.length !== texts.length) return undefined;
  const files = filesFitted(word, { wild, dirs: [dir], resolve, dots: false });
  if (files === undefined || files.length > MAX_FITTED) return undefined;
  const named = texts.some((text) => !/^[*?[]/.test(text))
    ? files
    : files.map((file) => file.slice(nameIn(dir, '').length));
  // One that begins with a dash is an option to the program, and `.*` may also be the directory above.
  if (
    named.some((name) => name.startsWith('-')) ||
    (named.length > 0 && texts.some((text) => text.startsWith('-')))
  )
    return undefined;
  // Without quotes what a variable holds is parted at its blanks, and is a pattern once more.
  const bare = pieces.some((piece) => typeof piece !== 'string' && piece.unknown !== 'part');
  if (names.length > 0 && bare && named.some((name) => /[\s*?[\\]/.test(name))) return undefined;
  if (texts.some((text) => text.split('/').some(mayBeAbove))) return undefined;
  return {
    choices: [named.length === 0 ? texts : named],
    fitted: [...files, ...texts.map(beforeWildcard)],
  };
}

/** The directory whose names a pattern asks for. */
const beforeWildcard = (text: string): string => text.replace(/[^/]*[*?[].*$/s, '') || '.';

const MAX_FITTED = 1000;

const mayBeAbove = (name: string): boolean =>
  name.startsWith('.') && /[*?[]/.test(name) && stepsMatch(looseSteps(name), '..');
