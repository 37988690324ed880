import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeIfKilled } from '@wavehooks/process';

/** A private place for what a shell leaves for us. */
export interface Scratch {
  readonly file: string;
  remove(): void;
}

export function openScratch(name: string): Scratch {
  const dir = join(tmpdir(), `wave-shell-${randomBytes(8).toString('hex')}`);
  const file = join(dir, name);
  const removed = [dir, file].map(removeIfKilled);
  mkdirSync(dir, { mode: 0o700 });
  return {
    file,
    remove: () => {
      rmSync(dir, { recursive: true, force: true });
      for (const done of removed) done();
    },
  };
}

/** How a shell said that it ended. No `dir`: its directory was gone by then. */
export interface Mark {
  readonly code: number;
  readonly dir: string | undefined;
}

/** Undefined when the shell was ended from outside or became another program. */
export function readMark(file: string): Mark | undefined {
  const [, code, dir] = /^(\d+)\n([\s\S]*?)\n?$/.exec(textOf(file)) ?? [];
  if (code === undefined) return undefined;
  return { code: Number(code), dir: dir === '' ? undefined : dir };
}

function textOf(file: string): string {
  try {
    const fd = openOwn(file);
    try {
      return readFileSync(fd, 'utf8');
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/**
 * Opens a file that a command writes for us. The command may put a link there, to a file that we can read and
 * it cannot, or a FIFO, which would never open. Throws for both.
 */
export function openOwn(file: string): number {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error('it is no file any more');
}
