import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { printable } from '../../cli/style.ts';

/** How wide there is room, and how roles look. */
export interface Canvas {
  readonly width: number;
  readonly paint: import('./theme.ts').Paint;
  /** How the user gets to see what is cut here, e.g. a key; without it there is no such way. */
  readonly unfold?: string;
  /** Where a prompt that was not sent is again, in a sentence; without it, that is said elsewhere. */
  readonly back?: string;
  /** What the user typed, and was asked, stands there by itself. */
  readonly echoes?: true;
  /** Tables as records, one cell a line: whoever hears them does not see columns. */
  readonly records?: true;
  /** More of it comes: what stands there keeps its place. */
  readonly grows?: true;
  /** The project: paths in it are shown from there on. */
  readonly root?: string | undefined;
  /** What time it is, for what is still going on. */
  readonly now?: number;
  /** How the user reviews changed hooks here; without it, as on the command line. */
  readonly review?: string;
}

/** A text of ours that names a command for the shell, with what does the same here. */
export const asHere = (text: string, { review }: Canvas): string =>
  review ? text.replace(/\(see: wave hooks (?:review|approve)\)/g, `(see: ${review})`) : text;

/** Breaks a styled text into lines that fit. The space at which a line breaks begins no line. */
export const wrapped = (text: string, width: number): string[] =>
  untabbed(text)
    .split('\n')
    .flatMap((line) => {
      if (stringWidth(line) <= width) return [line];
      const [first = '', ...rest] = wrapAnsi(line, Math.max(1, width), WRAP).split('\n');
      return [first, ...rest.map((part) => part.replace(LEADING_SPACE, '$1'))];
    });

const WRAP = { hard: true, trim: false, wordWrap: true } as const;
const LEADING_SPACE = /^((?:\u001b\[[\d;]*m)*) /;

/** A tab is as wide as the terminal likes; spaces are as wide as we think. */
export const untabbed = (text: string): string => text.replaceAll('\t', '    ');

/** The same behind a mark: the first line has it, the others are in line with it. */
export function behind(mark: string, text: string, width: number): string[] {
  const room = stringWidth(mark);
  const pad = ' '.repeat(room);
  return wrapped(text, Math.max(8, width - room)).map((line, at) => (at === 0 ? mark : pad) + line);
}

export const setIn = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** A line of a table, a list or a diff: what follows its first line stands under that one's text. */
export function hung(line: string, width: number): string[] {
  const flat = untabbed(line);
  if (stringWidth(flat) <= width) return [flat];
  const [column = '', indent = ''] = COLUMN.exec(stripVTControlCharacters(flat)) ?? [];
  const rooms = [column.length, indent.length + 2];
  const room = rooms.find((one) => one <= width - LEAST_TEXT) ?? 0;
  return behind(...cutAt(flat, room), width);
}

/** The indent, and a sign or a first column behind it. */
const COLUMN = /^( *)(?:[-+•] *|\S+(?: \S+)* {2,})?/;
/** A narrower column is dropped: two more than the indent has to do. */
const LEAST_TEXT = 12;

/** Cuts a styled text behind so many characters; the styles of the first part go on in the second. */
function cutAt(text: string, chars: number): [string, string] {
  let styles = '';
  let at = 0;
  for (let seen = 0; seen < chars; ) {
    const style = STYLE.exec(text.slice(at))?.[0] ?? '';
    styles += style;
    seen += style === '' ? 1 : 0;
    at += style.length || 1;
  }
  return [text.slice(0, at), styles + text.slice(at)];
}

const STYLE = /^\u001b\[[\d;]*m/;

/** Colours that a program gave to what it printed. Whatever else it may be up to stays visible. */
export const uncoloured = (text: string): string => text.replace(/\u001b\[[\d;:]*m/g, '');

/**
 * What a terminal would show of what a program printed: of a line that it wrote over, such as a progress bar,
 * what it wrote last. For texts in short; in full, all of it stays.
 */
export const settled = (text: string): string => text.split('\n').map(overwritten).join('\n');

const overwritten = (line: string): string =>
  line
    .replace(ERASED_LINE, '')
    .split('\r')
    .findLast((part) => part !== '') ?? '';

const ERASED_LINE = /\u001b\[[0-2]?K/g;

/** Several lines in one: where one ended can be seen, or two commands would read like one. */
export const joined = (text: string): string => text.trim().replace(/\s*\n\s*/g, ' ⏎ ');

/** As much of the start of a text as fits into one line. */
export function clipped(text: string, width: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (stringWidth(line) <= width) return line;
  let clip = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (stringWidth(clip + segment) >= width) break;
    clip += segment;
  }
  return `${clip}…`;
}

/** The same of a line of a list or of code: its indent stays. */
export function clippedLine(line: string, width: number): string {
  // Nothing behind that can be seen, and a line may be very long.
  const start = line.slice(0, 4 * width);
  if (start === line && stringWidth(line) <= width) return line;
  const [indent = ''] = /^ */.exec(start) ?? [];
  const kept = indent.slice(0, Math.max(0, width - 8));
  return kept + clipped(start, width - kept.length);
}

/** As much of the end of a text as fits: what tells a path from others stands there. */
export function clippedEnd(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let clip = '';
  for (const { segment } of [...new Intl.Segmenter().segment(text)].reverse()) {
    if (stringWidth(segment + clip) >= width) break;
    clip = segment + clip;
  }
  return `…${clip}`;
}

/** The first lines of a text, and a word on how many there are further. */
export function firstLines(text: string, most: number): { lines: string[]; more: number } {
  const all = untabbed(text).replace(/\n+$/, '').split('\n');
  return { lines: all.slice(0, most), more: Math.max(0, all.length - most) };
}

/** A text of others' in so many lines at the most, and one that says how many there are further. */
export function shortened(text: string, width: number, most: number): string[] {
  const { lines, more } = firstLines(wrapped(printable(text), width).join('\n'), most);
  return more > 0 ? [...lines, cutNote(more)] : lines;
}

/** The last lines of a text, and how many there are before them. */
export function lastLines(text: string, most: number): { lines: string[]; left: number } {
  const all = untabbed(text).replace(/\n+$/, '').split('\n');
  const left = Math.max(0, all.length - most);
  return { lines: all.slice(left), left };
}

/** No more than one empty line at a time, and none at either end. */
export function calm(lines: readonly string[]): string[] {
  const isEmpty = (line: string | undefined) =>
    line === undefined || stripVTControlCharacters(line).trim() === '';
  const single = lines.filter((line, at) => !isEmpty(line) || !isEmpty(lines[at - 1]));
  return isEmpty(single.at(-1)) ? single.slice(0, -1) : single;
}

/** How much is not shown, and how it can be. */
export const cutNote = (more: number, unfold?: string): string =>
  `… ${counted(more, 'more line')}${unfold ? ` (${unfold} shows all)` : ''}`;

/** The same where the end is shown. */
export const leftNote = (left: number, unfold?: string): string =>
  `… ${counted(left, 'earlier line')}${unfold ? ` (${unfold} shows all)` : ''}`;

/** A moment in the user's own time: 2026-01-31 23:59. */
export const minuteOf = (time: Date): string => time.toLocaleString('sv').slice(0, 16);

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** "9.3k". */
export const shortCount = (count: number): string => COMPACT.format(count).toLowerCase();

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** "12 s", "2 min 5 s". */
export function lastingText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "980 B", "34.2 KB". */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const unit = bytes < 1e6 ? ('KB' as const) : bytes < 1e9 ? ('MB' as const) : ('GB' as const);
  return `${(bytes / { KB: 1e3, MB: 1e6, GB: 1e9 }[unit]).toFixed(1)} ${unit}`;
}
