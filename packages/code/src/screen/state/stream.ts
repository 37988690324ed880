import { blocksOf } from '../text/lexer.ts';

/** An answer that streams in: what of it is printed already, and all that came. */
export interface Stream {
  readonly text: string;
  readonly printed: number;
  /** What it thinks now, or has thought and not yet followed with a word. */
  readonly thought: string;
  /** How many thoughts are printed. */
  readonly thoughts: number;
}

export const SILENT: Stream = { text: '', printed: 0, thought: '', thoughts: 0 };

/**
 * How far a streamed text is complete: up to the last empty line between two blocks of it, of which the
 * first can grow no more. What is complete is printed once and costs nothing any more, however long the
 * answer gets. What came since the last time begins at `came`.
 */
export function completeUpTo(text: string, from: number, came = from): number {
  if (!isWorthIt(text, from, came)) return from;
  const lines = text.slice(from, text.lastIndexOf('\n') + 1);
  const end = from + placeOf(lines, completeLines(lines));
  return text.slice(from, end).trim() === '' ? from : end;
}

/** Reading a long block once more with each of its lines would take longer the longer it gets. */
const SHORT = 4_000;
const GROWTH = 1.2;

/** Whether something can have ended: a line that is new is empty, or stands behind an empty one. */
function isWorthIt(text: string, from: number, came: number): boolean {
  if (text.length - from > SHORT) return step(text.length - from) > step(came - from);
  const line = text.lastIndexOf('\n', Math.max(came, 1) - 1) + 1;
  const before = text.slice(from, Math.max(line, from)).trimEnd().length;
  return EMPTY_LINE.test(text.slice(from + before));
}

const step = (length: number): number =>
  length <= SHORT ? 0 : Math.ceil(Math.log(length / SHORT) / Math.log(GROWTH));

const EMPTY_LINE = /\n[^\S\n]*\n/;

/** What an empty line ends for good. A list, a quote, code that is set in, and HTML may go on behind it. */
const ENDED = new Set(['paragraph', 'heading', 'hr']);

/** How many lines are complete. */
function completeLines(text: string): number {
  let lines = 0;
  let complete = 0;
  let ends = false;
  let last = '';
  for (const { type, raw } of blocksOf(text)) {
    if (type !== 'space' && ends) complete = lines;
    lines += countOf(raw);
    last = type === 'space' ? last : type;
    ends = /\n[^\S\n]*\n$/.test(type === 'space' ? `\n${raw}` : raw);
  }
  return ends && ENDED.has(last) ? lines : complete;
}

const countOf = (text: string): number => text.split('\n').length - 1;

/** Where a line begins. */
function placeOf(text: string, line: number): number {
  let at = 0;
  for (let left = line; left > 0; left--) at = text.indexOf('\n', at) + 1;
  return at;
}
