import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Drops } from '../chain/drops.ts';
import { dropsWithout } from './dropping.ts';
import { type LogPlace, logFile } from './files.ts';

/** A rotation, and what the log has dropped since, if it has dropped anything. */
export interface Rotated {
  readonly drops?: Drops;
}

/**
 * Puts the full file aside: hooks.jsonl becomes hooks.1.jsonl, and so on; the oldest goes. One process
 * does it; the others do not wait but write on. Undefined: it could not be done now.
 */
export function rotate(place: LogPlace): Rotated | undefined {
  const lock = join(place.dir, 'rotate.lock');
  try {
    if (!take(lock)) return undefined;
    // Another process may have done it between our look and our lock.
    const size = statSync(logFile(place.dir), { throwIfNoEntry: false })?.size ?? 0;
    const rotated = size >= place.maxBytes ? shift(place) : {};
    rmdirSync(lock);
    return rotated;
  } catch {
    // There is room for some time to come; after that the log says that it is full.
    return undefined;
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

function shift(place: LogPlace): Rotated {
  const { dir, keep } = place;
  const drops = dropsWithout(place);
  if (keep === 0) rmSync(logFile(dir), { force: true });
  for (let age = keep; age > 0; age--) {
    const younger = logFile(dir, age - 1);
    if (existsSync(younger)) renameSync(younger, logFile(dir, age));
  }
  return drops.dropped.length > 0 || drops.before > 0 ? { drops } : {};
}
