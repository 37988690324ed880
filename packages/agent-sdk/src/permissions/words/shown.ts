import {
  type Command,
  literal,
  programOf,
  readingOf,
  type Values,
  type Word,
} from '@wavehooks/shell/rules';
import { spellingsOf } from './where.ts';

/** A word that may name a file which its command shows, copies or changes. */
export interface ShownWord {
  readonly word: Word;
  /** It is known to be a file, whatever it says: `cat "$X"`. */
  readonly isFile: boolean;
  /** All that is below it is shown, if it is a directory. */
  readonly below: boolean;
  /** How paths stand in it: as a whole or behind an option, also those of a commit, or in code. */
  readonly kind: 'word' | 'git' | 'code';
}

/** Programs that show nothing of the files they are given; and verbs of git. */
const SHOWS_NOTHING =
  /^(rm|rmdir|unlink|touch|mkdir|chmod|chown|chgrp|cd|pushd|popd|export|declare|local|readonly|unset|alias|kill|git (add|rm|restore|checkout|reset|update-index|commit|stash|clean))$/;

/** Programs that show or copy each file they are given, beside those that only read. */
const SHOWS =
  /^(less|more|most|bat|batcat|cp|mv|ln|install|scp|rsync|dd|tee|source|\.|tar|zip|gzip|zcat|vi|vim|nano|sed|awk|open)$/;

/** Programs that open files which their code names. */
const HAS_CODE = /^([gmn]?awk|g?sed)$/;

/** Programs that go below directories; cp does with an option. */
const GOES_BELOW = /^(scp|rsync|tar|zip)$/;
const GOES_BELOW_WITH = /^(-[A-Za-z]*[rRa]|--(recursive|archive))/;

/** The words of a command that name such files, as far as its program is known; else all of them. */
export function shownWords(
  command: Command,
  words: readonly Word[],
  values: Values,
): readonly ShownWord[] {
  const program = programOf(command);
  if (program === undefined || words.length < 2) return [];
  const texts = words.map((word, at) => textOf(word, values) ?? `${UNKNOWN}${at}`);
  const reading = readingOf(texts);
  if (reading?.names) return [];
  const args = words.map((word, at) => ({ word, text: texts[at] ?? '' })).slice(1);
  const kind = program === 'git' ? 'git' : HAS_CODE.test(program) ? 'code' : 'word';
  if (reading) {
    const { files, below, here } = reading;
    const isNamed = (text: string) =>
      files.some((file) => text === file || (text.startsWith('-') && text.endsWith(file))) ||
      (kind === 'git' && IN_COMMIT.test(text));
    const named = args
      .filter(({ text }) => isNamed(text))
      .map(({ word }) => ({ word, isFile: true, below, kind }) as const);
    return here && kind !== 'git' ? [...named, { ...HERE, below }] : named;
  }
  const verb = kind === 'git' ? `git ${texts.find((text, at) => at > 0 && !/^-/.test(text))}` : '';
  if (SHOWS_NOTHING.test(program) || SHOWS_NOTHING.test(verb)) return [];
  const isFile = SHOWS.test(program) || readsFiles(program);
  const below = GOES_BELOW.test(program) || args.some(({ text }) => GOES_BELOW_WITH.test(text));
  return args.map(({ word, text }) => ({
    word,
    isFile: isFile && !text.startsWith('-'),
    below: isFile && below,
    kind,
  }));
}

/** `HEAD:file`. */
const IN_COMMIT = /^(?!-)[^:]*:./;

/** What a program that names no file looks at. */
const HERE = { word: { pieces: ['.'], raw: '.' }, isFile: true, kind: 'word' } as const;

/** Whether a program that only reads shows what is in the files that it is given. */
const readsFiles = (program: string): boolean => {
  const reading = readingOf([program, UNKNOWN, UNKNOWN]);
  return reading?.names === false && reading.files.length > 0;
};

/** What stands for a text that shows only when it runs. */
const UNKNOWN = '/\uE001';

/** What a word says, where it can say only one thing. */
function textOf(word: Word, values: Values): string | undefined {
  if (word.raw === FOUND) return undefined;
  const said = word.spellings === undefined ? literal(word) : undefined;
  const texts = said === undefined ? spellingsOf(word, values) : [said];
  return texts?.length === 1 ? texts[0] : undefined;
}

/** What find and xargs put a file in the place of. */
const FOUND = '{}';

/** Whether it shows only when the command runs what a word says. */
export const isUnknown = (word: Word, values: Values): boolean =>
  word.raw === FOUND || spellingsOf(word, values) === undefined;

/** The paths that may be in a word: it is one, or holds one behind an option or a mark, as in `HEAD:file`. */
export function pathsIn(text: string, kind: ShownWord['kind']): readonly string[] {
  const parts = /[=:,@]/.test(text) ? text.split(/[=:,@]/) : [];
  if (kind === 'code')
    parts.push(...[...text.matchAll(IN_CODE)].map(([, quoted, behind = '']) => quoted ?? behind));
  const short = /^-[A-Za-z]./.test(text) ? [text.slice(2)] : [];
  return [...parts, ...short].filter((part) => part !== '' && part !== text);
}

/** A text of awk; what stands behind a letter of sed that reads or writes a file. */
const IN_CODE = /"([^"]+)"|[rRwW][ \t]*([^\s;}]+)/g;
