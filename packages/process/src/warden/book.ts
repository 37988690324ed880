import { closeSync, writeSync } from 'node:fs';
import { filesMade, namelessFile } from '../basics/nameless.ts';

/**
 * Lines of one length in a nameless file, which a warden reads once it is on its own: a pipe would wake it
 * with every line. Each line also says how many nameless files there were when the last process was started.
 */
export interface Book {
  readonly fd: number;
  /** False where there is no room for it. */
  note(line: number, text: string): boolean;
  close(): void;
}

const LINE_BYTES = 40;

/** undefined where there can be none. */
export function openBook(): Book | undefined {
  try {
    const fd = namelessFile();
    return { fd, note: (line, text) => write(fd, line, text), close: () => closeSync(fd) };
  } catch {
    return undefined;
  }
}

let begun = 0;

/** What has a nameless file until now was started, or is not going to be. */
export function haveBegun(): void {
  begun = filesMade();
}

function write(fd: number, line: number, text: string): boolean {
  const bytes = Buffer.from(`${`${text} ${begun}`.padEnd(LINE_BYTES - 1)}\n`);
  try {
    return writeSync(fd, bytes, 0, LINE_BYTES, line * LINE_BYTES) === LINE_BYTES;
  } catch {
    return false;
  }
}
