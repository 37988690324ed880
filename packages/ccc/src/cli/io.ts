import { fstatSync, writeSync } from 'node:fs';
import type { Io } from './command.ts';
import { drainStdin } from './stdin.ts';

/** The world as it is. Written directly: a stream would lose its rest when the process exits at once. */
export const processIo: Io = {
  out: (text) => write(1, text),
  err: (text) => write(2, text),
  env: process.env,
  drain: drainStdin,
  stdinIsDevice: () => {
    try {
      return fstatSync(0).isCharacterDevice();
    } catch {
      return false;
    }
  },
};

function write(fd: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      // A reader that went away is no error; one that is slow is waited for.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
