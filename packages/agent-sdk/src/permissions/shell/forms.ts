import { withoutOptions } from './options.ts';
import { baseName, programOf } from './program.ts';
import { type Command, literal, type Piece, plainWord, type Word } from './types.ts';
import { VERB_OPTIONS } from './wrappers.ts';

/** A command as one text; undefined if its program is not known, or there is none. */
export function wholeText({ words }: Command): readonly Piece[] | undefined {
  const program = literal(words[0]);
  // A program whose name has a space in it must not look like a program with an argument.
  return program === undefined || /\s/.test(program) ? undefined : joined(words);
}

/** All texts by which a rule may mean a command: by its plain name, without the options before a verb. */
export function textForms(command: Command): readonly (readonly Piece[])[] {
  const { words } = command;
  const program = programOf(command);
  if (program === undefined) return words.length === 0 ? [] : [joined(words)];
  const names = new Set([literal(words[0]) ?? program, program, baseName(program).toLowerCase()]);
  const short = withoutOptions(words, VERB_OPTIONS[program]);
  return [...names].flatMap((name) =>
    [words, short].map((list) => joined([plainWord(name), ...list.slice(1)])),
  );
}

const joined = (words: readonly Word[]): readonly Piece[] =>
  words.flatMap(({ pieces }, at) => (at === 0 ? pieces : [' ', ...pieces]));
