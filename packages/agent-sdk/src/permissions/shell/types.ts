import type { Unread } from './unread.ts';

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
}

/** A simple command, wherever it was found. */
export interface Command {
  readonly words: readonly Word[];
  readonly assigns: readonly Word[];
  readonly redirects: readonly Redirect[];
}

export interface Parsed {
  readonly commands: readonly Command[];
  /** What could not be read; what was found all the same is in `commands`. */
  readonly unread?: Unread;
  /** The text was read to its end. */
  readonly whole: boolean;
}

/** A here-document whose body follows after the line. */
export interface Pending {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly tabs: boolean;
}

/** What keeps a hostile text from taking for ever. */
export interface Budget {
  /** How often a text may be tried as arithmetic. */
  tries: number;
  /** How deep expansions and lists stand in each other. */
  nest: number;
}

/** What a text has a shell do with values that are only known when it runs. */
export interface Notes {
  /** Variables that are calculated with. */
  readonly calculated: Set<string>;
  /** Programs of which we believe that they print a number, and functions that may stand in for them. */
  readonly counters: Set<string>;
  readonly functions: Set<string>;
  /** Where it may run what stands in a value. Unlike a fault it does not end the reading. */
  doubt: Unread | undefined;
}

export type ListEnd = 'eof' | 'paren' | 'case';

/** A text that is being read. A fault ends the reading: it puts the position at the end. */
export interface Shell {
  readonly text: string;
  pos: number;
  fault: Unread | undefined;
  /** Shared by all readers of one text. */
  readonly budget: Budget;
  readonly notes: Notes;
  /** Everything found, in every nested list. */
  readonly commands: Command[];
  pending: Pending[];
  /** Reads a list of commands up to its end, which it leaves. */
  list(end: ListEnd): void;
  /** A reader of another text, e.g. of backticks, into the same commands. */
  over(text: string): Shell;
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
export const literal = (word: Word | undefined): string | undefined =>
  word?.pieces.every((piece) => typeof piece === 'string') ? word.pieces.join('') : undefined;

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

export const MAX_NEST = 100;

type Values = readonly (readonly Piece[])[];

/** Notes a variable that is set without an assignment in front of a command, and to what. */
export const setsVariable = (sh: Shell, name: string, values: Values): void =>
  noteValues(sh, name, values, `${name}=`);

/** The same of a list in parentheses, which makes an array of it, also if it is empty. */
export const setsList = (sh: Shell, name: string, values: Values): void =>
  noteValues(sh, name, values.length === 0 ? [['']] : values, `${name}=(`);

function noteValues(sh: Shell, name: string, values: Values, raw: string): void {
  const assigns = values.map((value) => ({ pieces: [`${name}=`, ...value], raw }));
  sh.commands.push({ words: [], assigns, redirects: [] });
}

export const at = (sh: Shell, text: string): boolean => sh.text.startsWith(text, sh.pos);

/** Goes over a text if it is next. */
export function take(sh: Shell, text: string): boolean {
  const here = at(sh, text);
  if (here) sh.pos += text.length;
  return here;
}
