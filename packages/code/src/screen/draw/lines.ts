import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** How wide there is room, and how roles look. */
export interface Canvas {
  readonly width: number;
  readonly paint: import('./theme.ts').Paint;
}

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

/** The first lines of a text, and a word on how many there are further. */
export function firstLines(text: string, most: number): { lines: string[]; more: number } {
  const all = untabbed(text).replace(/\n+$/, '').split('\n');
  return { lines: all.slice(0, most), more: Math.max(0, all.length - most) };
}

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
