import { homedir } from 'node:os';
import { styleText } from 'node:util';
import { exactly, printable } from '@wavehooks/hooks/vocabulary';
import type { Io } from './command.ts';

export { exactly, printable };

/**
 * Others' text on stdout: a pipe or a file gets it as it is, a terminal gets nothing that could play
 * with it. JSON stays JSON: what is made visible is written as JSON writes it, too.
 */
export const outTo = (io: Io, text: string): void =>
  io.out(io.stdoutIsTerminal() ? printable(text) : text);

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Paints only where colours are wanted. */
export const painter =
  (color: boolean): Paint =>
  (style, text) =>
    color ? styleText(style, text, { validateStream: false }) : text;

export const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** A name or a command that somebody decides by, in one line. White space is more than what can be typed: it is shown first. */
export const exactLine = (text: string): string => oneLine(exactly(text));

/** Where something stands, where somebody decides by it. */
export const exactPlace = (path: string): string => exactly(homeShort(path));

/** A path below the home directory as people write it. */
export const homeShort = (path: string): string =>
  path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
