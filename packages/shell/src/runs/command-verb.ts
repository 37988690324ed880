import { type Command, literal, type Word } from '../text/command.ts';
import { programOf } from '../text/program-name.ts';
import { withoutOptions } from './wrapper-options.ts';
import { VERB_OPTIONS } from './wrappers.ts';

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
