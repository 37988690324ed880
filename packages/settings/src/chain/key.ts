import { closeSync, constants, linkSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshId } from '@wavehooks/process/files';
import { privateDir } from './private.ts';

const BYTES = 32;
const { O_NOFOLLOW, O_RDONLY } = constants;

/** The key of the log's seals, and of what binds records to their content: made once, for the user alone. */
export function logKey(dir: string): Uint8Array {
  privateDir(dir);
  const file = keyFile(dir);
  return readKey(file) ?? makeKey(file) ?? readKey(file) ?? unusable(file);
}

/** The key if there is one: whoever only looks makes none. */
export const existingLogKey = (dir: string): Uint8Array | undefined => readKey(keyFile(dir));

const keyFile = (dir: string): string => join(dir, 'log.key');

function readKey(file: string): Uint8Array | undefined {
  const fd = opened(file);
  if (fd === undefined) return undefined;
  try {
    const key = Buffer.alloc(BYTES);
    return readSync(fd, key, 0, BYTES, 0) === BYTES ? key : unusable(file);
  } finally {
    closeSync(fd);
  }
}

/** Undefined: another process was faster. Linked when it is whole, so that nobody reads a part of it. */
function makeKey(file: string): Uint8Array | undefined {
  const draft = `${file}.${freshId()}`;
  const key = process.getBuiltinModule('node:crypto').randomBytes(BYTES);
  try {
    writeFileSync(draft, key, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
}

function opened(file: string): number | undefined {
  try {
    return openSync(file, O_RDONLY | O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function unusable(file: string): never {
  throw new Error(`${file}: expected a key of ${BYTES} bytes; remove the file for a new one`);
}
