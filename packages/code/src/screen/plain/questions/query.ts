import { printable } from '../../../cli/style.ts';

/** Something that waits for a line of the user. */
export interface Query {
  /** What is asked, without how it can be answered. */
  readonly text: string;
  /** What can be typed, in a line: said with the question, and once more after what is no answer. */
  readonly how: string;
  take(line: string): Reply;
  /** Why nobody can answer it any more; undefined while somebody can. */
  over?(): string | undefined;
}

export type Reply =
  /** Answered; `says` what was understood, where that is not plain. */
  | { readonly is: 'done'; readonly says?: string }
  /** No answer: nothing happens. */
  | { readonly is: 'again'; readonly why: string }
  | { readonly is: 'next'; readonly query: Query };

export const DONE: Reply = { is: 'done' };

/** The whole line is the answer: a sentence that begins with "y" or "a" does not count. */
export const isYes = (line: string): boolean => /^y(es)?$/i.test(line);
export const isNo = (line: string): boolean => /^no?$/i.test(line);

export const notAnAnswer = (line: string): Reply => ({
  is: 'again',
  why:
    line === ''
      ? 'An empty line is not an answer.'
      : `"${printable(line)}" is not one of the choices; nothing happened.`,
});

interface Numbered {
  readonly label: string;
  readonly about?: string;
}

export const numbered = (rows: readonly Numbered[]): string[] =>
  rows.map(({ label, about }, at) => `  ${at + 1}. ${label}${about ? `: ${about}` : ''}`);
