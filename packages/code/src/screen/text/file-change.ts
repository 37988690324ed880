import { structuredPatch } from 'diff';
import { exactly } from '../../cli/style.ts';
import { replacedBy, type Span } from './changed-words.ts';

/** What became of a file, line by line. */
export interface FileChange {
  readonly is: 'new' | 'changed' | 'removed';
  readonly added: number;
  readonly removed: number;
  readonly rows: readonly Row[];
  /** How many rows there were further. */
  readonly more: number;
  /** Whether lines have numbers: those of a piece of a file do not. */
  readonly numbered: boolean;
}

export type Row =
  | {
      readonly sign: ' ' | '+' | '-';
      /** Of the file as it was for a line that is gone, else as it is. */
      readonly at: number;
      /** Whatever cannot be seen is shown by its number. */
      readonly text: string;
      /** Which parts of it differ from the line that it replaces, or that replaces it. */
      readonly words?: readonly Span[];
    }
  /** Lines between that are the same, or a missing line end. */
  | { readonly sign: '…' | '\\' };

/** Beyond that many differences it is another file, and looking for what is the same takes too long. */
const MOST_DIFFERENCES = 1_000;

/** How many lines around a change are shown. */
const CONTEXT = 3;

/** From `undefined` on: a new file. To `undefined`: one that is gone. */
export function changeOf(
  before: string | undefined,
  after: string | undefined,
  { most = Number.POSITIVE_INFINITY, numbered = true, context = CONTEXT } = {},
): FileChange {
  const rows = rowsOf(before ?? '', after ?? '', context);
  const count = (sign: Row['sign']) => rows.filter((row) => row.sign === sign).length;
  return {
    is: before === undefined ? 'new' : after === undefined ? 'removed' : 'changed',
    added: count('+'),
    removed: count('-'),
    rows: rows.slice(0, most),
    more: Math.max(0, rows.length - most),
    numbered,
  };
}

function rowsOf(before: string, after: string, context: number): Row[] {
  const patch = structuredPatch('', '', ...withLineEnds(before, after), '', '', {
    context,
    maxEditLength: MOST_DIFFERENCES,
  });
  if (!patch) return [...allOf(before, '-'), ...allOf(after, '+')];
  // Worth a line only where it is a part of the change.
  const isEnd = before.endsWith('\n') !== after.endsWith('\n');
  return patch.hunks.flatMap((hunk, at) => {
    let [old, now] = [hunk.oldStart, hunk.newStart];
    const rows = hunk.lines.flatMap((line): Row[] => {
      const [sign, text] = [line.slice(0, 1), exactly(line.slice(1))];
      if (sign === '+') return [{ sign, at: now++, text }];
      if (sign === '-') return [{ sign, at: old++, text }];
      if (sign === '\\') return isEnd ? [{ sign }] : [];
      old++;
      return [{ sign: ' ', at: now++, text }];
    });
    return [...(at > 0 ? [{ sign: '…' } as const] : []), ...withWords(rows)];
  });
}

const allOf = (text: string, sign: '+' | '-'): Row[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => ({ sign, at: at + 1, text: exactly(line) }));

type Line = Extract<Row, { at: number }>;

const isLine = (row: Row | undefined, sign: string): row is Line => row?.sign === sign;

/** Lines that are replaced by others: each with the words that differ. */
function withWords(rows: readonly Row[]): Row[] {
  const all = [...rows];
  for (let at = 0; at < all.length; at++) {
    const gone = runOf(all, at, '-');
    const come = runOf(all, at + gone, '+');
    const texts = (from: number, count: number) =>
      all.slice(from, from + count).map((row) => ('at' in row ? row.text : ''));
    const mark = (place: number, words: readonly Span[]) => {
      const row = all[place];
      if (row && 'at' in row) all[place] = { ...row, words };
    };
    for (const { words, ...places } of replacedBy(texts(at, gone), texts(at + gone, come))) {
      mark(at + places.gone, words.from);
      mark(at + gone + places.come, words.to);
    }
    at += Math.max(0, gone + come - 1);
  }
  return all;
}

function runOf(rows: readonly Row[], from: number, sign: '+' | '-'): number {
  let count = 0;
  while (isLine(rows[from + count], sign)) count++;
  return count;
}

/**
 * Two texts, ready to be compared line by line. If both lack the last line end, both get one: a line that
 * stays as it is would differ from itself where another follows it.
 */
function withLineEnds(before: string, after: string): [before: string, after: string] {
  const lacks = (text: string) => text !== '' && !text.endsWith('\n');
  return lacks(before) && lacks(after) ? [`${before}\n`, `${after}\n`] : [before, after];
}
