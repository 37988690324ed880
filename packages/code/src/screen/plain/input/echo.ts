import { Writable } from 'node:stream';
import stringWidth from 'string-width';

/** Readline's own drawing goes nowhere: it is made of sequences. */
export const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The typed line on a terminal that understands no sequences: letters, backspaces and line ends are all it takes. */
export interface Echo {
  /** Makes what stands there this line. */
  follow(line: string): void;
  /** Another line begins; this one stays where it is. */
  end(): void;
  /** Takes the line off the terminal, with what stands before it. */
  erase(before: string): void;
}

export function createEcho(write: (text: string) => void, prompt: string): Echo {
  let drawn: readonly string[] = [];
  /** A backspace does not lead to the row above: the line is written once more then. */
  const isWrapped = () => stringWidth(prompt + drawn.join('')) >= (process.stdout.columns ?? 80);
  return {
    follow: (line) => {
      const letters = [...line];
      const other = letters.findIndex((letter, at) => letter !== drawn[at]);
      const same = other === -1 ? letters.length : other;
      const gone = stringWidth(drawn.slice(same).join(''));
      const rest = '\b \b'.repeat(gone) + letters.slice(same).join('');
      const text = gone > 0 && isWrapped() ? `\n${prompt}${line}` : rest;
      drawn = letters;
      if (text !== '') write(text);
    },
    end: () => {
      drawn = [];
      write('\n');
    },
    erase: (before) => {
      const width = stringWidth(before + drawn.join(''));
      const text = isWrapped() ? '\n' : `\r${' '.repeat(width)}\r`;
      drawn = [];
      if (width > 0) write(text);
    },
  };
}
