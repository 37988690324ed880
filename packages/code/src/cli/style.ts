import { homedir } from 'node:os';
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** Paints only where colours are wanted. */
export const painter =
  (color: boolean): Paint =>
  (style, text) =>
    color ? styleText(style, text, { validateStream: false }) : text;

/** Text of others on a terminal: what would move the cursor or change its state is made visible. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, (char) =>
    char === '\r' ? '' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : by + line))
    .join('\n');

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** A path below the home directory as people write it. */
export const homeShort = (path: string): string =>
  path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
