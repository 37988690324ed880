/** Writes markdown from beginning to end, a piece at a time. White space is folded as browsers do. */
export interface Writer {
  /** Text of the page. */
  text(text: string): void;
  /** The next text stands on a line of its own (1), or after an empty one (2). */
  break(lines: 1 | 2): void;
  /** What stands around text: it is written with the first text inside, so around nothing there is none. */
  open(mark: string): void;
  close(mark: string): void;
  /** As it is, line by line. */
  verbatim(text: string): void;
  /** What every line from here on begins with; the first one may have another beginning. */
  indent(rest: string, first?: string): void;
  outdent(): void;
  /** While it is on, there are no new lines: the cells of a table. */
  oneLine(on: boolean): void;
  end(): string;
}

/** There is enough: nobody reads on. */
export class Enough extends Error {}

/** Deeper than this, lines begin no further to the right. */
const MAX_INDENTS = 12;

export function createWriter(maxChars: number): Writer {
  const pieces: string[] = [];
  const indents: { rest: string; first: string | undefined }[] = [];
  const waiting: string[] = [];
  let [length, breaks, isSpaced, isOneLine, isNewLine] = [0, 0, false, false, true];
  /** What an empty line holds: that of a quotation its sign, between two of them nothing. */
  let gap = '';

  const put = (piece: string) => {
    pieces.push(piece);
    length += piece.length;
    if (length > maxChars) throw new Enough();
  };
  const beginning = () =>
    indents
      .slice(0, MAX_INDENTS)
      .map((one) => {
        const { first, rest } = one;
        one.first = undefined;
        return first ?? rest;
      })
      .join('');
  const empty = () =>
    indents
      .slice(0, MAX_INDENTS)
      .map(({ rest, first }) => (first === undefined ? rest : ''))
      .join('')
      .trimEnd();
  /** Ends the line that is open, as far as something was asked for. */
  const settle = () => {
    if (pieces.length > 0 && breaks > 0) {
      put('\n');
      if (breaks > 1) put(`${gap}\n`);
      isNewLine = true;
    }
    breaks = 0;
    if (isNewLine) {
      put(beginning());
      isSpaced = false;
    }
    isNewLine = false;
  };
  const space = () => {
    if (isSpaced) put(' ');
    isSpaced = false;
  };
  return {
    text: (text) => {
      const folded = text.replace(/[\s\u200b]+/g, ' ');
      const words = folded.trim();
      if (words === '') {
        isSpaced ||= folded !== '';
        return;
      }
      isSpaced ||= folded.startsWith(' ');
      settle();
      space();
      for (const mark of waiting.splice(0)) put(mark);
      put(words);
      isSpaced = folded.endsWith(' ');
    },
    break: (lines) => {
      if (isOneLine) {
        isSpaced = true;
        return;
      }
      const now = empty();
      if (breaks === 0 || now.length < gap.length) gap = now;
      // The first text of an item stands behind its marker.
      breaks = Math.max(breaks, indents.at(-1)?.first === undefined ? lines : 1);
    },
    open: (mark) => void waiting.push(mark),
    close: (mark) => {
      if (waiting.length > 0) waiting.pop();
      else put(mark);
    },
    verbatim: (text) => {
      for (const [at, line] of text.split('\n').entries()) {
        if (at > 0) breaks = 1;
        settle();
        put(line);
      }
    },
    indent: (rest, first) => void indents.push({ rest, first }),
    outdent: () => void indents.pop(),
    oneLine: (on) => {
      isOneLine = on;
    },
    end: () => pieces.join(''),
  };
}
