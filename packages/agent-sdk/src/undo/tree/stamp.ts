import { lstatSync } from 'node:fs';

/** Tells whether a file was touched, without its content. */
export function stampOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch {
    return undefined;
  }
}
