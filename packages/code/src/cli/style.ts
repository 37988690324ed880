import { homedir } from 'node:os';
import { styleText } from 'node:util';

export { printable } from 'wave-hooks';

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

/** A path below the home directory as people write it. */
export const homeShort = (path: string): string =>
  path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
