import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { privateDir } from './private.ts';

const BYTES = 32;
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** The key that records are bound to their content with: made once, for the user alone. */
export function logKey(dir: string): Uint8Array {
  privateDir(dir);
  const file = join(dir, 'log.key');
  return readKey(file) ?? makeKey(file) ?? readKey(file) ?? unusable(file);
}

function readKey(file: string): Uint8Array | undefined {
  const fd = opened(file, O_RDONLY | O_NOFOLLOW);
  if (fd === undefined) return undefined;
  try {
    const key = Buffer.alloc(BYTES);
    return readSync(fd, key, 0, BYTES, 0) === BYTES ? key : unusable(file);
  } finally {
    closeSync(fd);
  }
}

/** Undefined: another process was faster. */
function makeKey(file: string): Uint8Array | undefined {
  const fd = opened(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
  if (fd === undefined) return undefined;
  try {
    const key = process.getBuiltinModule('node:crypto').randomBytes(BYTES);
    writeSync(fd, key);
    return key;
  } finally {
    closeSync(fd);
  }
}

function opened(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EEXIST') return undefined;
    throw error;
  }
}

function unusable(file: string): never {
  throw new Error(`${file}: expected a key of ${BYTES} bytes; remove the file for a new one`);
}
