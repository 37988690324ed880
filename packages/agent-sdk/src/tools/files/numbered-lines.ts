import { count, plural, whole } from '../../base/text.ts';
import type { Line } from './file-lines.ts';

export const MAX_LINE_CHARS = 2000;
/** Many long lines together would still fill a model's memory. */
const MAX_TOTAL_CHARS = 200_000;

export interface Shown {
  readonly text: string;
  /** How many lines are in it. */
  readonly lines: number;
}

/** The wanted lines with their numbers, and a note on what is not shown. Reads no further than it must. */
export async function showLines(
  lines: AsyncIterable<Line>,
  offset: number,
  limit: number,
): Promise<Shown> {
  const shown: string[] = [];
  let number = 0;
  let chars = 0;
  for await (const line of lines) {
    number += 1;
    if (number < offset) continue;
    if (shown.length === limit || chars > MAX_TOTAL_CHARS)
      return { text: `${shown.join('\n')}\n${goesOn(number)}`, lines: shown.length };
    const text = numbered(number, line);
    chars += text.length;
    shown.push(text);
  }
  return {
    text: shown.length === 0 ? nothing(number, offset) : shown.join('\n'),
    lines: shown.length,
  };
}

function numbered(number: number, { text, length }: Line): string {
  const kept = length > MAX_LINE_CHARS ? whole(text.slice(0, MAX_LINE_CHARS)) : text;
  const omitted = length - kept.length;
  const rest = omitted > 0 ? ` [... ${count(omitted)} characters omitted]` : '';
  return `${String(number).padStart(6)}\t${kept}${rest}`;
}

const goesOn = (next: number): string =>
  `[The file goes on. To see more, read it with offset ${next}.]`;

const nothing = (lines: number, offset: number): string =>
  lines === 0
    ? '[The file is empty.]'
    : `[The file has only ${plural(lines, 'line')}; offset ${offset} is past its end.]`;
