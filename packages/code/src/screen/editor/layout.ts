import stringWidth from 'string-width';
import { printable } from '../../cli/style.ts';
import { untabbed } from '../text/lines.ts';

/** The typed text in lines of the screen, and the cursor in them. */
export interface Layout {
  readonly lines: readonly string[];
  readonly row: number;
  readonly column: number;
}

/** One character as it is shown, and its place on the screen. The last one is the place behind the text. */
interface Cell {
  readonly at: number;
  readonly row: number;
  readonly column: number;
  readonly shown: string;
}

/** Breaks by width alone, so that every place in the text has one place on the screen. */
function* cells(text: string, width: number): Generator<Cell> {
  let row = 0;
  let column = 0;
  for (const { segment, index: at } of new Intl.Segmenter().segment(`${text} `)) {
    const isBreak = segment === '\n';
    const shown = isBreak ? '' : printable(untabbed(segment));
    const room = stringWidth(shown);
    if (column + room > width) {
      row += 1;
      column = 0;
    }
    yield { at, row, column, shown: at < text.length ? shown : '' };
    row += isBreak ? 1 : 0;
    column = isBreak ? 0 : column + room;
  }
}

export function layOut(text: string, at: number, width: number): Layout {
  const lines: string[] = [''];
  let place = { row: 0, column: 0 };
  for (const cell of cells(text, width)) {
    while (lines.length <= cell.row) lines.push('');
    lines[cell.row] += cell.shown;
    if (cell.at === at) place = { row: cell.row, column: cell.column };
  }
  return { lines, ...place };
}

/** The place a line of the screen further up or down; undefined where there is no such line. */
export function movedByRow(
  text: string,
  at: number,
  width: number,
  by: 1 | -1,
): number | undefined {
  const all = [...cells(text, width)];
  const here = all.find((cell) => cell.at === at);
  if (!here) return undefined;
  const line = all.filter(({ row }) => row === here.row + by);
  return (line.findLast(({ column }) => column <= here.column) ?? line[0])?.at;
}

/** The part of a long text that is shown: a few lines around the cursor. */
export function windowed({ lines, row, column }: Layout, most: number): Layout {
  const start = Math.min(Math.max(0, row - most + 1), Math.max(0, lines.length - most));
  return { lines: lines.slice(start, start + most), row: row - start, column };
}
