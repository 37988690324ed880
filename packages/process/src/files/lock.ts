import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any of our critical sections takes: an older lock was left by somebody who died. */
const STALE_MS = 10_000;
const PATIENCE_MS = 15_000;

/** Runs `work` while no other process does so for the same `path`. A directory is made atomically. */
export async function withLock<T>(path: string, work: () => T): Promise<T> {
  const limit = Date.now() + PATIENCE_MS;
  while (!take(path)) {
    if (Date.now() > limit)
      throw new Error(`${path} has been held by another process for too long`);
    await wait(5 + Math.random() * 20);
  }
  try {
    return work();
  } finally {
    release(path);
  }
}

function take(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isStale(path)) release(path);
    return false;
  }
}

function isStale(path: string): boolean {
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > STALE_MS;
}

function release(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody who waited found it stale at the same moment.
  }
}
