import { printable } from '../../../cli/style.ts';
import { counted } from '../../text/lines.ts';

/** Texts that one line cannot hold stand in it as a short mark, and are sent whole. */
export interface Marks {
  /** What stands in the line for a text: itself where it fits. */
  shown(text: string, from: From): string;
  /** What is sent: every mark is its text. */
  whole(line: string): string;
  /** What is left of a mark that was edited: its text would be lost. */
  broken(line: string): string | undefined;
}

/** A text that was pasted, or one that came back. */
type From = 'paste' | 'kept';

const MOST_CHARS = 1_000;

export function createMarks(): Marks {
  const texts = new Map<string, string>();
  return {
    shown: (text, from) => {
      if (fits(text)) return text;
      const mark = `[${from} ${texts.size + 1}: ${sizeOf(text)}]`;
      texts.set(mark, text);
      return mark;
    },
    whole: (line) => line.replace(MARK, (mark) => texts.get(mark) ?? mark),
    broken: (line) => {
      const rest = line.replace(MARK, (mark) => (texts.has(mark) ? '' : mark));
      return texts.size > 0 ? PART.exec(rest)?.[0] : undefined;
    },
  };
}

const MARK = /\[(?:paste|kept) \d+: [^\]]+\]/g;
const PART = /\[(?:paste|kept) \d+.*|\S*\d+: [\d,]+ (?:line|character)s?\]/;

/** Characters that move the cursor have no place in a line. */
const fits = (text: string): boolean =>
  !text.includes('\n') && text.length <= MOST_CHARS && printable(text) === text;

function sizeOf(text: string): string {
  const lines = text.split('\n').length;
  return lines > 1 ? counted(lines, 'line') : counted(text.length, 'character');
}
