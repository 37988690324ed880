import type { Command, Piece, Redirect } from '../text/command.ts';
import type { Unread } from '../text/unread.ts';
import { MAX_PART } from '../text/written-as.ts';

/** A here-document whose body follows after the line. */
export interface Pending {
  readonly redirect: Redirect;
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
  /** Its commands run one after another in one shell: a `cd` holds for those behind it. */
  straight: boolean;
  /** Something in it runs on while the rest does. */
  background: boolean;
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

/** Ends the reading, here or where the fault was found. */
export function fail(sh: Shell, why: string | Unread): void {
  sh.fault ??= asUnread(sh, why);
  sh.pos = sh.text.length;
}

/** Notes what a shell may run although it looks like data. */
export function doubt(sh: Shell, why: string): void {
  sh.notes.doubt ??= asUnread(sh, why);
}

const asUnread = (sh: Shell, why: string | Unread): Unread =>
  typeof why === 'string' ? { part: excerpt(sh.text, sh.pos), why } : why;

/** What stands around a place, in its line. */
function excerpt(text: string, pos: number): string {
  const at = Math.min(pos, text.length - 1);
  const before = text.slice(Math.max(0, at - MAX_PART / 2), at);
  const from = at - before.length + before.lastIndexOf('\n') + 1;
  return (text.slice(from, from + MAX_PART).split('\n', 1)[0] ?? '').trim();
}
