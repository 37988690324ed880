import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, ownName } from './owner.ts';

export interface LockOptions {
  /** Nobody holds it for longer than this: an older one is taken over, whoever its owner seems to be. */
  readonly maxHoldMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes a lock and returns how to give it back. It is a link whose target names its owner, made and
 * read at one stroke. Waits while the owner lives; a dead owner's lock passes to exactly one heir.
 */
export async function takeLock(path: string, options: LockOptions): Promise<() => void> {
  const me = ownName();
  const holds: Holds = (lock, owner) =>
    (owner === NOBODY || isAlive(owner)) && ageOf(lock) <= options.maxHoldMs;
  while (!tryTake(path, me, holds)) {
    options.signal?.throwIfAborted();
    await wait(4 + Math.random() * 16);
  }
  return () => giveBack(path, me);
}

/**
 * Takes a lock in the name of `me` for as long as this process lives. Does not wait: gives the name of the
 * owner where that one lives.
 */
export function holdLock(
  path: string,
  me: string,
  lives: (owner: string) => boolean,
): string | undefined {
  for (let tries = 0; tries < MAX_HEIRS; tries++) {
    if (tryTake(path, me, (_, owner) => lives(owner))) return undefined;
    const owner = ownerOf(path);
    if (owner !== undefined && lives(owner)) return owner;
  }
  throw new Error(`${path} cannot be taken`);
}

/** Longer than any of our short sections takes. */
const SHORT_MS = 10_000;
const PATIENCE_MS = 15_000;

/** Runs `work`, which is short, while no other process does so for the same `path`. */
export async function withLock<T>(path: string, work: () => T): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const release = await takeLock(path, { maxHoldMs: SHORT_MS, signal }).catch((error) => {
    if (!signal.aborted) throw error;
    throw new Error(`${path} has been held by another process for too long`);
  });
  try {
    return work();
  } finally {
    release();
  }
}

/** Whether the owner of a lock, or of a claim to one, still has it. */
type Holds = (path: string, owner: string) => boolean;

function tryTake(path: string, me: string, holds: Holds): boolean {
  if (linked(me, path)) return true;
  const owner = ownerOf(path);
  if (owner === undefined) return false;
  return !holds(path, owner) && inherit(path, owner, me, holds);
}

/**
 * Only one process can claim what a dead owner left: names never come back, so a claim is made once.
 * An heir that died as well has heirs of its own. Whoever finds that the lock has moved on meanwhile
 * came too late.
 */
function inherit(path: string, owner: string, me: string, holds: Holds): boolean {
  const claims = [claimOf(path, owner)];
  for (;;) {
    const claim = claims.at(-1) ?? '';
    if (linked(me, claim)) break;
    const heir = ownerOf(claim);
    if (heir === undefined || holds(claim, heir) || claims.length > MAX_HEIRS) return false;
    claims.push(claimOf(path, heir));
  }
  const won = ownerOf(path) === owner;
  if (won) replace(path, owner, me);
  for (const claim of won ? claims : claims.slice(-1)) rmSync(claim, { force: true });
  return won;
}

/** A link takes another's place at one stroke; what is no link, such as a directory, has to go first. */
function replace(path: string, owner: string, me: string): void {
  const aside = claimOf(path, `${me}.new`);
  if (owner === NOBODY) rmSync(path, { recursive: true, force: true });
  symlinkSync(me, aside);
  renameSync(aside, path);
}

/** What is no link names no owner: it is left alone while it may be somebody's of another kind. */
const NOBODY = 'nobody';
const MAX_HEIRS = 100;

const claimOf = (path: string, owner: string) => `${path}.${owner}`;

function ageOf(path: string): number {
  const made = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined ? 0 : Date.now() - made;
}

/** False when there is one already. */
function linked(target: string, path: string): boolean {
  try {
    symlinkSync(target, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The name of who has a lock. */
export function ownerOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return NOBODY;
    throw error;
  }
}

/** Somebody may have taken over what we held for too long. */
export function giveBack(path: string, me: string): void {
  try {
    if (readlinkSync(path) === me) rmSync(path);
  } catch {
    // It is gone already.
  }
}
