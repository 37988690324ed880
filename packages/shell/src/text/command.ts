/** A part of a word that is only known when the shell runs it, and what is known of it all the same. */
export interface Unknown {
  /**
   * `any`: whatever an expansion gives, several words included. `part`: the same in quotes, which stays
   * within its word; `rest`: with text before it. `glob`: part of a file's name. `number`: a number, or
   * several. `words`: words with the space in front of each, or none at all.
   */
  readonly unknown: 'any' | 'part' | 'rest' | 'glob' | 'number' | 'words';
  /** The variable whose value it is. */
  readonly name?: string;
  /** The text gives that variable no value: it has the one that it came with. */
  readonly outside?: true;
  /** The text gives it these values. It may still have the one that it came with. */
  readonly given?: readonly (readonly Piece[])[];
  /** Of a wildcard: as it is written. */
  readonly wildcard?: string;
  /** The variable whose value it is where that is set, and else what it holds: `${x:-text}`. */
  readonly preset?: string;
  /** What it may be beside a value: the text in `${x:-text}`. */
  readonly holds?: readonly Piece[];
  /** As it is written, where that is no variable's name alone. */
  readonly raw?: string;
  /** It is one of these. */
  readonly choices?: readonly (readonly Piece[])[];
}

export type Piece = string | Unknown;

/** A word after quotes are taken off. */
export interface Word {
  readonly pieces: readonly Piece[];
  /** As it was written. */
  readonly raw: string;
  /** The words that braces in it make of it; `many` if they are too many to look at. */
  readonly spellings?: readonly (readonly Piece[])[] | 'many';
}

export interface Redirect {
  readonly op: string;
  readonly target: Word;
  /** The number or name of the stream, where one is written. */
  readonly stream?: string;
  /** What a here-document says, where all of it is known. Set once its line is over. */
  body?: string;
}

/** A simple command, wherever it was found. */
export interface Command {
  readonly words: readonly Word[];
  readonly assigns: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** Only some shells run it, such as what stands in `[[ ... ]]`: elsewhere that is an ordinary command. */
  readonly elsewhere?: true;
  /** The command whose output it reads by a pipe, where that is a single one. */
  readonly fed?: Command;
}

export const ANY: Unknown = { unknown: 'any' };
export const PART: Unknown = { unknown: 'part' };
export const REST: Unknown = { unknown: 'rest' };
/** A path from the root. */
export const ROOTED: Unknown = { ...PART, choices: [['/', PART]] };
export const GLOB: Unknown = { unknown: 'glob' };
export const NUMBER: Unknown = { unknown: 'number' };
export const WORDS: Unknown = { unknown: 'words' };

/** What a word says if nothing in it is unknown. */
export function literal(word: Word | undefined): string | undefined {
  const pieces = word?.pieces;
  // Nearly every word is one piece.
  if (pieces?.length === 1 && typeof pieces[0] === 'string') return pieces[0];
  return pieces?.every((piece) => typeof piece === 'string') ? pieces.join('') : undefined;
}

/** Whether a word is a variable's name and nothing else. */
export const isName = (word: Word | undefined): boolean =>
  /^[A-Za-z_]\w*$/.test(literal(word) ?? '');

/** What a word becomes, each as pieces. */
export const wordsOf = ({ pieces, spellings }: Word): readonly (readonly Piece[])[] =>
  spellings === undefined || spellings === 'many' ? [pieces] : spellings;

export const plainWord = (text: string): Word => ({ pieces: [text], raw: text });

export const plainCommand = (words: readonly Word[]): Command => ({
  words,
  assigns: [],
  redirects: [],
});
