import { writeSync } from 'node:fs';
import { namelessFile } from '../basics/nameless.ts';

/**
 * A program's input as a file without a name. Node's own pipes are sockets, and on Linux a hook that does
 * `cat /dev/stdin` cannot open a socket: its guard would see an empty input. undefined where there is no
 * such file; then a pipe has to do.
 */
export function inputFile(bytes: Buffer): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return namelessFile((fd) => fillInput(fd, bytes));
  } catch {
    return undefined;
  }
}

/** Written by place, so that reading starts at its beginning. */
export function fillInput(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at);
}
