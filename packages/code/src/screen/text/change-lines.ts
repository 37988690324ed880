import { extname } from 'node:path';
import type { Span } from './changed-words.ts';
import { type Piece, piecesOf } from './code.ts';
import { changeOf, type FileChange, type Row } from './file-change.ts';
import { behind, type Canvas, cutNote } from './lines.ts';
import type { Role } from './theme.ts';

type Line = Extract<Row, { at: number }>;

interface Look {
  readonly line: Role;
  readonly words: Role;
}

/** What is new is read as code, what is gone is red, what stays is quiet. */
const LOOKS: Readonly<Record<Line['sign'], Look>> = {
  '+': { line: 'added', words: 'added-words' },
  '-': { line: 'removed', words: 'removed-words' },
  ' ': { line: 'quiet', words: 'quiet' },
};

const NO_END = '(no newline at end of file)';

/** A change of a file: the number of each line, a sign that can be read without colour, and the line. */
export function changeLines(
  { rows, more, numbered }: FileChange,
  path: string,
  canvas: Canvas,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const { width, paint, unfold } = canvas;
  const shown = rows.slice(0, most);
  const digits = String(Math.max(0, ...shown.map((row) => ('at' in row ? row.at : 0)))).length;
  const room = numbered ? digits + 1 : 0;
  const coded = codeOf(shown, path);
  const lines = shown.flatMap((row, at) => {
    if (!('at' in row)) {
      const text = row.sign === '…' ? '…' : `  ${NO_END}`;
      return [paint('quiet', `${' '.repeat(room)}${text}`)];
    }
    const look = LOOKS[row.sign];
    const number = numbered ? `${String(row.at).padStart(digits)} ` : '';
    const mark = paint('quiet', number) + paint(look.line, `${row.sign} `);
    return behind(mark, painted(row, coded.get(at), look, canvas), width);
  });
  const left = more + rows.length - shown.length;
  return left > 0 ? [...lines, paint('quiet', cutNote(left, unfold))] : lines;
}

/** Two texts of no file as a diff. */
export function diffLines(
  before: string,
  after: string,
  { width, paint }: Canvas,
  most?: number,
  context = 2,
): string[] {
  const change = changeOf(before, after, { numbered: false, context });
  return changeLines(change, '', { width, paint }, most);
}

/** The lines that are new as pieces of code, by their place among the rows. */
function codeOf(rows: readonly Row[], path: string): ReadonlyMap<number, readonly Piece[]> {
  const language = extname(path).slice(1);
  // What stays is read along: a comment or a text may have begun there.
  const places = rows.flatMap((row, at) =>
    row.sign === '+' || row.sign === ' ' ? [{ at, text: row.text }] : [],
  );
  const code = piecesOf(places.map(({ text }) => text).join('\n'), language);
  return new Map(code ? places.map(({ at }, line) => [at, code[line] ?? []]) : []);
}

function painted(
  { sign, text, words = [] }: Line,
  pieces: readonly Piece[] | undefined,
  look: Look,
  { paint }: Canvas,
): string {
  const code = sign === '+' && pieces ? pieces : [{ text, role: 'plain' as const }];
  let from = 0;
  return code
    .flatMap((piece) => {
      const parts = cutAt(piece.text, from, words);
      from += piece.text.length;
      // Bold is for the words that differ.
      const role = piece.role === 'plain' || piece.role === 'strong' ? look.line : piece.role;
      return parts.map(({ text: part, isWord }) => paint(isWord ? look.words : role, part));
    })
    .join('');
}

/** A piece of a line, which begins at `from`, cut where what differs begins and ends. */
function cutAt(
  text: string,
  from: number,
  words: readonly Span[],
): { readonly text: string; readonly isWord: boolean }[] {
  const isWord = (at: number) => words.some(([start, end]) => at >= start && at < end);
  const ends = words
    .flat()
    .filter((at) => at > from && at < from + text.length)
    .concat(from, from + text.length)
    .sort((a, b) => a - b);
  return ends.slice(1).map((end, at) => {
    const start = ends[at] ?? from;
    return { text: text.slice(start - from, end - from), isWord: isWord(start) };
  });
}
