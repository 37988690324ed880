import stringWidth from 'string-width';
import { behind, type Canvas, wrapped } from './lines.ts';

export type Align = 'center' | 'left' | 'right' | null;

/** The cells as they are to be seen, the head first. */
type Cells = readonly (readonly string[])[];

/**
 * Columns as wide as their widest cell where that fits; else cells of several lines, where every column keeps some
 * room; else, and where that is asked for, one cell a line.
 */
export function tableLines(cells: Cells, align: readonly Align[], canvas: Canvas): string[] {
  if (canvas.records) return oneByOne(cells, canvas);
  const [head = [], ...body] = cells;
  const natural = head.map((_, column) =>
    Math.max(...cells.map((row) => stringWidth(row[column] ?? ''))),
  );
  const room = canvas.width - BETWEEN * (head.length - 1);
  const widths = canvas.grows ? steady(natural.length, room) : fitted(natural, room);
  if (!widths) return oneByOne(cells, canvas);
  const { paint } = canvas;
  const rowLines = (row: readonly string[]) => linesOf(row, widths, align, canvas);
  const rule = paint('quiet', widths.map((one) => '─'.repeat(one)).join('─┼─'));
  const rows = body.map(rowLines);
  // Where most rows have several lines, one could not tell where the next begins.
  const isTall = rows.filter(({ length }) => length > 1).length * 2 > rows.length;
  const between = isTall ? [rule] : [];
  return [
    ...rowLines(head.map((cell) => paint('strong', cell))),
    rule,
    ...rows.flatMap((lines, at) => (at === 0 ? lines : [...between, ...lines])),
  ];
}

/** Of a table that still grows: rows to come change no column. */
function steady(columns: number, room: number): readonly number[] | undefined {
  const share = Math.min(STEADY, Math.floor(room / columns));
  return share < LEAST ? undefined : Array.from({ length: columns }, () => share);
}

const STEADY = 24;

/** ` │ `. */
const BETWEEN = 3;
/** A column that is cut keeps at least this. */
const LEAST = 14;

/** Columns that need little get it; the others share what is left. Undefined where that is too little. */
export function fitted(natural: readonly number[], room: number): readonly number[] | undefined {
  const total = natural.reduce((sum, one) => sum + one, 0);
  if (total <= room) return natural;
  let [left, wide] = [room, natural.length];
  let share = 0;
  for (const one of [...natural].sort((a, b) => a - b)) {
    share = Math.floor(left / wide);
    if (one > share) break;
    left -= one;
    wide--;
  }
  if (share < LEAST) return undefined;
  return natural.map((one) => Math.min(one, share));
}

function linesOf(
  row: readonly string[],
  widths: readonly number[],
  align: readonly Align[],
  { paint }: Canvas,
): string[] {
  const parts = row.map((cell, at) => wrapped(cell, widths[at] ?? 0));
  const height = Math.max(...parts.map(({ length }) => length));
  const line = (index: number) =>
    parts
      .map((part, at) => aligned(part[index]?.trimEnd() ?? '', widths[at] ?? 0, align[at] ?? null))
      .join(paint('quiet', ' │ '))
      .trimEnd();
  return Array.from({ length: height }, (_, index) => line(index));
}

function aligned(cell: string, width: number, align: Align): string {
  const pad = ' '.repeat(Math.max(0, width - stringWidth(cell)));
  if (align === 'right') return pad + cell;
  const before = align === 'center' ? pad.slice(0, pad.length / 2) : '';
  return before + cell + pad.slice(before.length);
}

const oneByOne = ([head = [], ...body]: Cells, { width, paint }: Canvas): string[] =>
  body.flatMap((row, index) => [
    ...(index > 0 ? [''] : []),
    ...row.flatMap((cell, at) => behind(paint('strong', `${head[at] ?? ''}: `), cell, width)),
  ]);
