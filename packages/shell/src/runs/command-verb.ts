import { rowOf } from '../look-up/look-up.ts';
import { rowOptions } from '../look-up/row-options.ts';
import type { Program } from '../programs/program.ts';
import { type Command, literal, type Word } from '../text/command.ts';
import { programOf } from '../text/program-name.ts';
import { withoutOptions } from './wrapper-options.ts';

/** Programs of which guards and rules want to know what they are to do. */
const VERBED = 'git npm pnpm yarn cargo docker podman aws helm kubectl systemctl'.split(' ');

/** Options between a program and its verb, with a value each: `git -C dir push` is a `git push`. */
export const VERB_OPTIONS: ReadonlyMap<string, string> = new Map(
  VERBED.map((name) => [name, valuedIn(rowOf(name))]),
);

function valuedIn(row: Program = {}): string {
  const valued = [...rowOptions(row)].filter(([, { value }]) => value === 'next');
  return valued.map(([spelling]) => spelling).join(' ');
}

/** What a program is to do, as `push` of `git -C dir push`; undefined where it has no such word, or it is not known. */
export const verbOf = (command: Command): string | undefined => literal(verbWord(command));

/** Whether it has such a word, and which it is shows only when it runs. */
export function hasUnknownVerb(command: Command): boolean {
  const word = verbWord(command);
  return word !== undefined && literal(word) === undefined;
}

function verbWord(command: Command): Word | undefined {
  const valued = VERB_OPTIONS.get(programOf(command) ?? '');
  return valued === undefined ? undefined : withoutOptions(command.words, valued, isToolchain)[1];
}

/** `cargo +nightly build`. */
export const isToolchain = (word: Word): boolean => literal(word)?.startsWith('+') ?? false;
