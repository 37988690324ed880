import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { freshId } from '../basics/id.ts';
import { putInPlace } from './in-place.ts';

/** Writes a private file so that a reader sees the old one or the new one, never a part. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temp = `${file}.${freshId()}.tmp`;
  putInPlace(file, temp, () => {
    const fd = openSync(temp, 'wx', 0o600);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}
