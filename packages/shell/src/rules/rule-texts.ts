import { isToolchain, VERB_OPTIONS } from '../runs/command-verb.ts';
import { withoutOptions } from '../runs/wrapper-options.ts';
import {
  type Command,
  literal,
  type Piece,
  REST,
  type Unknown,
  WORDS,
  type Word,
} from '../text/command.ts';
import { baseName, programOf } from '../text/program-name.ts';

/** A text by which a rule may mean a command. */
export interface Form {
  readonly text: readonly Piece[];
  /** It is the command, whatever is unknown in it; others depend on what vanishes. */
  readonly sure: boolean;
}

/** A command as one text; undefined if its program is not known, or there is none. */
export function wholeText({ words }: Command): readonly Piece[] | undefined {
  const program = literal(words[0]);
  // A program whose name has a space in it must not look like a program with an argument.
  return program === undefined || /\s/.test(program) ? undefined : joined([program], words);
}

/** All texts by which a rule may mean a command: by its plain name, without the options before a verb. */
export function textForms(command: Command, whole = wholeText(command)): readonly Form[] {
  const { words } = command;
  const program = programOf(command);
  if (program === undefined)
    return words.length === 0
      ? []
      : [words, withoutDirectory(words)].map((list) => ({
          text: joined(list[0]?.pieces ?? [], list),
          sure: false,
        }));
  const named = literal(words[0]) ?? program;
  const names = distinct([named, program, program.toLowerCase()]);
  const valued = VERB_OPTIONS.get(program);
  const sure = distinct([words, withoutOptions(words, valued, isToolchain)]);
  const fixed = words.every(isText);
  const lists = fixed ? sure : distinct([...sure, ...withoutUnsure(words, valued)]);
  const form = (name: string, list: readonly Word[]): Form => {
    const isWhole = fixed && list === words && name === named;
    const text = (isWhole ? whole : undefined) ?? joined([name], list, mayVanish);
    return { text, sure: sure.includes(list) };
  };
  if (names.length === 1) return lists.map((list) => form(named, list));
  return names.flatMap((name) => lists.map((list) => form(name, list)));
}

/** The words without those that may become none at all; the verb may stand behind these, too. */
function withoutUnsure(
  words: readonly Word[],
  valued: string | undefined,
): readonly (readonly Word[])[] {
  const known = words.some(isFileName) ? words.filter((word) => !isFileName(word)) : words;
  const vanish = words.some(mayVanish);
  if (known === words && !vanish) return [];
  return [words, known].flatMap((list) => [
    list,
    withoutOptions(list, valued, isToolchain),
    ...(vanish ? [withoutOptions(list, valued, mayGo)] : []),
  ]);
}

const mayGo = (word: Word): boolean => mayVanish(word) || isToolchain(word);

const distinct = <T>(list: readonly T[]): readonly T[] =>
  list.every((one) => one === list[0]) ? list.slice(0, 1) : [...new Set(list)];

/** Without the directories that the program's name begins with: what is unknown may have more of them. */
const withoutDirectory = ([program, ...rest]: readonly Word[]): readonly Word[] => {
  const { pieces = [], raw = '' } = program ?? {};
  const [first, ...others] = pieces;
  const own = typeof first === 'string' ? [baseName(first), ...others] : pieces;
  return [{ pieces: own, raw }, ...rest];
};

/** As nearly every word is. */
const isText = ({ pieces }: Word): boolean => pieces.length === 1 && typeof pieces[0] === 'string';

/** An expansion that stands alone becomes no word at all where it gives nothing. */
const mayVanish = (word: Word): boolean =>
  !isText(word) &&
  word.pieces.every(
    (piece) =>
      typeof piece !== 'string' &&
      (piece.unknown === 'any' || (piece.unknown === 'number' && !word.raw.startsWith('"'))),
  );

/** So does a wildcard that no file fits, if the shell is set to that. */
const isFileName = ({ pieces }: Word): boolean =>
  pieces.some((piece) => typeof piece !== 'string' && piece.unknown === 'glob');

/** A program's name, and the words behind it. */
function joined(
  name: readonly Piece[],
  words: readonly Word[],
  vanishes: (word: Word) => boolean = () => false,
): readonly Piece[] {
  const text = [...name];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as Word;
    if (vanishes(word)) text.push(orNothing(word.pieces));
    else text.push(' ', ...behindText(word.pieces));
  }
  return text;
}

/** With text before it, what is unknown makes no option of a word, whatever spaces the text has. */
function behindText(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length === 1) return pieces;
  const from = pieces.findIndex((piece) => typeof piece === 'string' && piece !== '');
  return pieces.map((piece, at) =>
    typeof piece !== 'string' && piece.unknown === 'part' && from >= 0 && from < at
      ? { ...piece, ...REST }
      : piece,
  );
}

/** Words, or none at all: as far as it is known which, only those. */
const orNothing = (pieces: readonly Piece[]): Unknown =>
  pieces.every(
    (piece) =>
      typeof piece !== 'string' && (piece.choices !== undefined || piece.unknown === 'number'),
  )
    ? { ...WORDS, choices: [[' ', ...pieces], []] }
    : WORDS;
