import { readFileSync } from 'node:fs';
import { unlockIfKilled } from '@wavehooks/process';
import { giveBack, holdLock, isAlive, ownerOf, ownName, pidOf } from '@wavehooks/process/files';

export interface Lock {
  release(): void;
}

/** Another process has the session open. */
export class SessionBusy extends Error {
  readonly pid: number;
  constructor(pid: number) {
    super(`this session is in use by another process (pid ${pid})`);
    this.pid = pid;
  }
}

/** What this process holds: its pid in a lock may also be that of a dead one that had the same. */
const held = new Set<string>();

/** One agent a session. A lock whose owner is gone is nobody's. */
export function lockSession(file: string): Lock {
  const taken = take(lockOf(file));
  if (typeof taken === 'number') throw new SessionBusy(taken);
  return taken;
}

/** The process that has a session open, if one has. */
export const isBusy = (file: string): number | undefined => holderOf(lockOf(file));

/** Removes a lock, or a claim to one, whose owner is gone. */
export function clearStale(path: string): void {
  const taken = take(path);
  if (typeof taken !== 'number') taken.release();
}

const lockOf = (file: string) => `${file}.lock`;

/**
 * The lock, or the process that has it. The warden knows of it before it is there, so that a kill at any
 * moment leaves none.
 */
function take(path: string): Lock | number {
  const holder = holderOf(path);
  if (holder !== undefined) return holder;
  const me = ownName();
  const callOff = unlockIfKilled(path, me);
  const release = () => {
    if (!held.delete(path)) return;
    giveBack(path, me);
    callOff();
  };
  try {
    const owner = holdLock(path, me, lives);
    if (owner === undefined) {
      held.add(path);
      return { release };
    }
    callOff();
    return pidOf(owner) ?? 0;
  } catch (error) {
    callOff();
    throw error;
  }
}

function holderOf(path: string): number | undefined {
  if (held.has(path)) return process.pid;
  const owner = olderOwner(path) ?? ownerOf(path);
  return owner !== undefined && lives(owner) ? pidOf(owner) : undefined;
}

/** Earlier versions made a file that holds the number of its owner and when that was started. */
function olderOwner(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(' ', '-');
  } catch {
    return undefined;
  }
}

/** Its own number in a lock that it does not hold is that of a dead one which had the same. */
const lives = (owner: string): boolean => pidOf(owner) !== process.pid && isAlive(owner);
