import { type Layout, layOut } from './layout.ts';

/** The place of the cursor, seen also where the terminal has no cursor of its own there. */
export const cursored = ({ lines, row, column }: Layout): string[] =>
  lines.map((line, at) => (at === row ? withCursor(line, column) : line));

function withCursor(line: string, column: number): string {
  let used = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(`${line} `)) {
    if (used >= column)
      return `${line.slice(0, index)}\u001b[7m${segment}\u001b[27m${line.slice(index + segment.length)}`;
    used += widthOf(segment);
  }
  return line;
}

const widthOf = (segment: string) => layOut(segment, segment.length, 1000).column;
