import type { Writable } from 'node:stream';

/** Writes a program's input. One that never reads it, or ends before, is no error. */
export function feed(stdin: Writable | null, bytes: Buffer): void {
  stdin?.on('error', () => {});
  stdin?.end(bytes);
}
