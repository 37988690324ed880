import { withoutOptions } from './options.ts';
import { baseName, programOf } from './program.ts';
import { type Command, literal, type Piece, plainWord, WORDS, type Word } from './types.ts';
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
  const known = words.filter((word) => !isFileName(word));
  const lists = (known.length < words.length ? [words, known] : [words]).flatMap((list) => [
    list,
    // What may vanish may also be the verb.
    withoutOptions(list, VERB_OPTIONS.get(program), isToolchain),
    withoutOptions(list, VERB_OPTIONS.get(program), (word) => mayVanish(word) || isToolchain(word)),
  ]);
  return [...names].flatMap((name) =>
    lists.map((list) => joined([plainWord(name), ...list.slice(1)], mayVanish)),
  );
}

/** An expansion that stands alone becomes no word at all where it gives nothing. */
const mayVanish = ({ pieces, raw }: Word): boolean =>
  pieces.every((piece) => typeof piece !== 'string' && piece.unknown === 'any') &&
  !/^"[^"@*]*"$/.test(raw);

/** `cargo +nightly build`. */
const isToolchain = (word: Word): boolean => literal(word)?.startsWith('+') ?? false;

/** So does a wildcard that no file fits, if the shell is set to that. */
const isFileName = ({ pieces }: Word): boolean =>
  pieces.some((piece) => typeof piece !== 'string' && piece.unknown === 'glob');

const joined = (
  words: readonly Word[],
  vanishes: (word: Word) => boolean = () => false,
): readonly Piece[] =>
  words.flatMap((word, at) => {
    if (at === 0) return word.pieces;
    return vanishes(word) ? [WORDS] : [' ', ...word.pieces];
  });
