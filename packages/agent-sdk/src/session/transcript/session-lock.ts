import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { removeIfKilled, unlockIfKilled } from 'wave-process';
import { bornAt, isRunning } from 'wave-process/files';

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
  const path = `${file}.lock`;
  if (held.has(path)) throw new SessionBusy(process.pid);
  for (let tries = 0; tries < 10; tries++) {
    const callOff = take(path);
    if (callOff) return lockAt(path, callOff);
    const owner = read(path);
    if (owner && isAlive(owner)) throw new SessionBusy(owner.pid);
    removeStale(path, owner);
  }
  throw new Error(`${path} cannot be taken`);
}

/** The process that has a session open, if one has. */
export function isBusy(file: string): number | undefined {
  const path = `${file}.lock`;
  if (held.has(path)) return process.pid;
  const owner = read(path);
  return owner && isAlive(owner) ? owner.pid : undefined;
}

/** Removes a lock, or the making of one, whose owner is gone. */
export function clearStale(path: string): void {
  const owner = read(path);
  if (!held.has(path) && !(owner && isAlive(owner))) removeStale(path, owner);
}

function lockAt(path: string, callOff: () => void): Lock {
  held.add(path);
  return {
    release: () => {
      if (!held.delete(path)) return;
      rmSync(path, { force: true });
      callOff();
    },
  };
}

interface Owner {
  readonly pid: number;
  /** When it started: a later process with the same number is another one. Empty where unknown. */
  readonly started: string;
}

/**
 * Linked into place whole: whoever sees the lock sees whose it is. The warden knows of it before it is there,
 * so that a kill at any moment leaves none; gives what calls that off, and undefined where somebody has it.
 */
function take(path: string): (() => void) | undefined {
  const own = `${path}.${randomUUID()}`;
  const owner = `${process.pid} ${bornAt(process.pid)}`;
  const made = removeIfKilled(own);
  const callOff = unlockIfKilled(path, owner);
  try {
    writeFileSync(own, owner, { mode: 0o600 });
    linkSync(own, path);
    return callOff;
  } catch (error) {
    callOff();
    // Somebody has it, or took ours, still empty, for one that was left.
    if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return undefined;
  } finally {
    rmSync(own, { force: true });
    made();
  }
}

/** Moved away first and looked at again: somebody else may have taken the place in between. */
function removeStale(path: string, stale: Owner | undefined): void {
  const aside = `${path}.${randomUUID()}`;
  const moved = removeIfKilled(aside);
  try {
    renameSync(path, aside);
    const owner = read(aside);
    if (owner && owner.pid !== stale?.pid && isAlive(owner)) linkSync(aside, path);
  } catch {
    // Another process was faster; the next try sees what it did.
  } finally {
    rmSync(aside, { force: true });
    moved();
  }
}

function read(path: string): Owner | undefined {
  try {
    const [pid, started = ''] = readFileSync(path, 'utf8').split(' ');
    return Number.isSafeInteger(Number(pid)) && Number(pid) > 0
      ? { pid: Number(pid), started }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Its own number in a lock that it does not hold is that of a dead one which had the same. */
const isAlive = ({ pid, started }: Owner): boolean =>
  pid !== process.pid && isRunning(pid, started);
