import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LogPlace, logFile } from './files.ts';

/**
 * Puts the full file aside: hooks.jsonl becomes hooks.1.jsonl, and so on; the oldest goes. One process
 * does it; the others do not wait but write on. False: it could not be done now.
 */
export function rotate(place: LogPlace): boolean {
  const lock = join(place.dir, 'rotate.lock');
  try {
    if (!take(lock)) return false;
    // Another process may have done it between our look and our lock.
    const size = statSync(logFile(place.dir), { throwIfNoEntry: false })?.size ?? 0;
    if (size >= place.maxBytes) shift(place);
    rmdirSync(lock);
    return true;
  } catch {
    // There is room for some time to come; after that the log says that it is full.
    return false;
  }
}

/** A rotation takes a moment: a lock as old as this was left by a process that died. */
const STALE_MS = 10_000;

function take(lock: string): boolean {
  if (made(lock)) return true;
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since < STALE_MS) return false;
  rmSync(lock, { recursive: true, force: true });
  return made(lock);
}

function made(lock: string): boolean {
  try {
    mkdirSync(lock, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function shift({ dir, keep }: LogPlace): void {
  if (keep === 0) rmSync(logFile(dir), { force: true });
  for (let age = keep; age > 0; age--) {
    const younger = logFile(dir, age - 1);
    if (existsSync(younger)) renameSync(younger, logFile(dir, age));
  }
}
