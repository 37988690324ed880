import { extname } from 'node:path';

const IMAGES: ReadonlySet<string> = new Set([
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
  '.bmp',
  '.ico',
  '.tiff',
  '.heic',
  '.avif',
]);

const UTF16_MARKS: readonly (readonly [number, number])[] = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Why a file cannot be shown as text, judged by its name and its first bytes; undefined if it can. */
export function whyNotText(path: string, start: Buffer): string | undefined {
  if (UTF16_MARKS.some(([one, two]) => start[0] === one && start[1] === two))
    return 'it is text in UTF-16. Convert it with iconv in Bash.';
  // No text has a NUL in it, and hardly a binary file goes without.
  if (!start.includes(0)) return undefined;
  return IMAGES.has(extname(path).toLowerCase())
    ? 'it is an image of a kind that models do not take. Convert it to PNG, e.g. with a program in Bash.'
    : 'it is a binary file. Use a program in Bash that knows its format, e.g. file or xxd.';
}
