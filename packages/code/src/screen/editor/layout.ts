import stringWidth from 'string-width';
import { printable } from '../../cli/style.ts';
import { untabbed } from '../draw/lines.ts';

/** The typed text in lines of the screen, and the cursor in them. */
export interface Layout {
  readonly lines: readonly string[];
  readonly row: number;
  readonly column: number;
}

/** Breaks by width alone, so that every place in the text has one place on the screen. */
export function layOut(text: string, at: number, width: number): Layout {
  const lines: string[] = [''];
  let place = { row: 0, column: 0 };
  let used = 0;
  let read = 0;
  for (const { segment } of new Intl.Segmenter().segment(`${text} `)) {
    const shown = printable(untabbed(segment));
    const room = segment === '\n' ? 0 : stringWidth(shown);
    if (used + room > width) {
      lines.push('');
      used = 0;
    }
    if (read === at) place = { row: lines.length - 1, column: used };
    read += segment.length;
    if (segment === '\n') {
      lines.push('');
      used = 0;
    } else if (read <= text.length) {
      lines[lines.length - 1] += shown;
      used += room;
    }
  }
  return { lines, ...place };
}

/** The part of a long text that is shown: a few lines around the cursor. */
export function windowed({ lines, row, column }: Layout, most: number): Layout {
  const start = Math.min(Math.max(0, row - most + 1), Math.max(0, lines.length - most));
  return { lines: lines.slice(start, start + most), row: row - start, column };
}
