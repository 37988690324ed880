import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type LogPlace, logFile } from './files.ts';

/** What a rotation dropped of one chain. */
export interface Dropped {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the full file aside: hooks.jsonl becomes hooks.1.jsonl, and so on; the oldest goes. One process
 * does it; the others do not wait but write on. Gives what went; undefined: it could not be done now.
 */
export function rotate(place: LogPlace): readonly Dropped[] | undefined {
  const lock = join(place.dir, 'rotate.lock');
  try {
    if (!take(lock)) return undefined;
    // Another process may have done it between our look and our lock.
    const size = statSync(logFile(place.dir), { throwIfNoEntry: false })?.size ?? 0;
    const dropped = size >= place.maxBytes ? shift(place) : [];
    rmdirSync(lock);
    return dropped;
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

function shift({ dir, keep }: LogPlace): readonly Dropped[] {
  const dropped = chainsIn(logFile(dir, keep));
  if (keep === 0) rmSync(logFile(dir), { force: true });
  for (let age = keep; age > 0; age--) {
    const younger = logFile(dir, age - 1);
    if (existsSync(younger)) renameSync(younger, logFile(dir, age));
  }
  return dropped;
}

/** Of each chain in a file, from which to which record it has them. */
function chainsIn(file: string): readonly Dropped[] {
  const chains = new Map<string, Dropped>();
  if (!existsSync(file)) return [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, chain = '', number] = LINK.exec(line) ?? [];
    const n = Number(number);
    if (number === undefined) continue;
    const known = chains.get(chain) ?? { chain, from: n, to: n };
    chains.set(chain, { chain, from: Math.min(known.from, n), to: Math.max(known.to, n) });
  }
  return [...chains.values()];
}

/** What binds a line to its chain stands at its end. */
const LINK = /"chain":"([\w-]+)","n":(\d+),"prev":"[\w-]*"\}$/;
