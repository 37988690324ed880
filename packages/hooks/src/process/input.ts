import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux: a file without a name, which is gone when the last one closes it. Node does not list the flag. */
const O_TMPFILE = 0o20200000;

/**
 * A program's input as a file without a name, open for reading. Node's own pipes are sockets, and on
 * Linux a hook that does `cat /dev/stdin` cannot open a socket: its guard would see an empty input.
 * undefined where there is no such file; then a pipe has to do.
 */
export function inputFile(bytes: Buffer): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return fileIn('/dev/shm', bytes) ?? fileIn(tmpdir(), bytes);
}

function fileIn(dir: string, bytes: Buffer): number | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(dir, O_TMPFILE | constants.O_RDWR, 0o600);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    // Opened once more: reading starts at its beginning, and it cannot be written.
    return openSync(`/proc/self/fd/${fd}`, 'r');
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
