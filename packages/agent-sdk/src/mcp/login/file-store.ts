import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { readTextFile, takeLock, withLock, writePrivate } from '@wavehooks/process/files';
import { keptLogin, type LoginStore, loginKey } from './kept-login.ts';

export const loginsFile = (home: string): string => join(home, '.wave', 'mcp-logins.json');

/** Longer than a refresh takes, its time-out included. */
const MAX_HOLD_MS = 60_000;

/** Logins in a file that only the user can read. */
export function fileStore(home: string): LoginStore {
  const file = loginsFile(home);
  const folder = join(home, '.wave');
  return {
    read: async (server) => {
      const read = keptLogin().safeParse(readAll(file)[loginKey(server)]);
      return read.success ? read.data : undefined;
    },
    write: async (server, kept) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await withLock(`${file}.lock`, () => {
        const { [loginKey(server)]: _, ...others } = readAll(file);
        const logins = kept === undefined ? others : { ...others, [loginKey(server)]: kept };
        writePrivate(file, `${JSON.stringify({ version: 1, logins }, null, 2)}\n`);
      });
    },
    alone: (server, work) => aloneIn(folder, server, work),
  };
}

/** One lock a server: a slow login server holds up nobody else. */
export async function aloneIn<T>(folder: string, server: URL, work: () => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const mark = createHash('sha256').update(loginKey(server)).digest('hex').slice(0, 16);
  const signal = AbortSignal.timeout(MAX_HOLD_MS);
  const path = join(folder, `mcp-login-${mark}.lock`);
  const release = await takeLock(path, { maxHoldMs: MAX_HOLD_MS, signal });
  try {
    return await work();
  } finally {
    release();
  }
}

/** Throws for a file that cannot be read: writing over it would lose every login. */
function readAll(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    const { logins } = JSON.parse(text) as { logins?: unknown };
    if (isObject(logins)) return logins;
  } catch {
    // Told below, without a piece of the file: it holds secrets.
  }
  throw new Error(`${file} is damaged; move it away and log in again`);
}
