import {
  type Command,
  literal,
  PART,
  type Piece,
  plainCommand,
  type Word,
} from '../text/command.ts';
import { isOperand, maySplit } from '../text/pieces.ts';
import type { Unread } from '../text/unread.ts';

/** A program that looks for files, and how it runs another one on them. */
interface Finder {
  readonly runs: RegExp;
  /** Options that take the next word as their value. */
  readonly valued: RegExp;
  /** What stands for a file begins with where the search began. */
  readonly fromStart: boolean;
}

const FIND: Finder = {
  runs: /^-(exec|execdir|ok|okdir)$/,
  valued:
    /^-(i?name|i?path|i?wholename|i?regex|i?lname|newer\w*|[acm]newer|x?type|size|[acm](time|min)|used|user|group|[ug]id|perm|(max|min)depth|fstype|inum|links|samefile|context|printf|fprint0?|fprintf|fls|regextype)$/,
  fromStart: true,
};
const FD: Finder = {
  runs: /^(-[A-Za-z]*[xX]|--exec|--exec-batch)$/,
  valued: /^-[deESctjo]$/,
  fromStart: false,
};

export const FINDERS: ReadonlyMap<string, Finder> = new Map([
  ['find', FIND],
  ['gfind', FIND],
  ['bfs', FIND],
  ['fd', FD],
  ['fdfind', FD],
]);

export interface Found {
  readonly inner: readonly Command[];
  /** What it runs if an unknown word is the option for that. */
  readonly maybe: readonly Command[];
  readonly unread: readonly Unread[];
}

/** `-exec program ... ;`, as often as it is there. */
export function runByFinder(words: readonly Word[], finder: Finder): Found {
  const inner: Command[] = [];
  const maybe: Command[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as Word;
    const text = literal(word);
    if (text === undefined ? maySplit(word) : /^--exec.*=/s.test(text))
      return {
        inner,
        maybe,
        unread: [{ part: word.raw, why: 'it may be an option that runs a program' }],
      };
    if (text !== undefined && finder.valued.test(text) && isOneWord(words[at + 1])) at += 1;
    else if (text !== undefined && finder.runs.test(text)) {
      const run = runFrom(words, at + 1, finder);
      inner.push(plainCommand(run));
      at += run.length;
    } else if (text === undefined && !isOperand(word))
      maybe.push(plainCommand(runFrom(words, at + 1, finder)));
  }
  return { inner, maybe, unread: [] };
}

const isOneWord = (word: Word | undefined): boolean => word !== undefined && !maySplit(word);

function runFrom(words: readonly Word[], from: number, finder: Finder): readonly Word[] {
  const rest = words.slice(from);
  const end = rest.findIndex((word) => /^[;+]$/.test(literal(word) ?? ''));
  const file = finder.fromStart ? fileFrom(words) : [PART];
  return replaced(end < 0 ? rest : rest.slice(0, end), '{}', file);
}

/** A file that was found, as it is named: from one of the places where the search begins, or from `.`. */
function fileFrom(words: readonly Word[]): readonly Piece[] {
  const from = words.findIndex((word, at) => at > 0 && !/^-[HLP]$/.test(literal(word) ?? ''));
  const rest = words.slice(from < 0 ? words.length : from);
  const end = rest.findIndex((word) => !isOperand(word) || /^[(!]/.test(literal(word) ?? ''));
  // Neither where the search begins nor the first of what it looks for.
  if (end === 0 && !/^([(!]|-[a-z]{3})/.test(literal(rest[0]) ?? '')) return [PART];
  const starts = (end < 0 ? rest : rest.slice(0, end)).slice(0, 16).map(({ pieces }) => pieces);
  const choices = (starts.length === 0 ? [['.']] : starts).map((start) => [...start, PART]);
  return [{ ...PART, choices: [...choices, ['./', PART]] }];
}

/** Words with something else wherever a mark stands in them. */
export const replaced = (
  words: readonly Word[],
  mark: string,
  by: readonly Piece[],
): readonly Word[] =>
  words.map((word) => ({
    ...word,
    pieces: word.pieces.flatMap((piece): readonly Piece[] => {
      if (typeof piece !== 'string' || !piece.includes(mark)) return [piece];
      const parts = piece.split(mark, MAX_MARKS);
      return parts.flatMap((part, at) => (at === 0 ? [part] : [...by, part]));
    }),
  }));

const MAX_MARKS = 16;
