import { type BigIntStats, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileHash } from './fingerprint.ts';

/** A file as it was when somebody approved it. */
export interface Pin {
  /** Absolute, or relative to where the hook runs. */
  readonly path: string;
  readonly hash: string;
}

/** The hash of a file that was not there: a command may name one, and then none may appear. */
export const ABSENT = 'absent';

/**
 * A name as the system sees it from a directory. `a/..` stays: where `a` is a link, it leads elsewhere.
 */
export const seenFrom = (dir: string, name: string): string => {
  if (!name.includes('..')) return resolve(dir, name);
  return isAbsolute(name) ? name : `${dir}/${name}`;
};

/**
 * Says what is wrong when a file is not the approved one. It looks at the file's dates first, which
 * nobody can set back without leaving a trace in one of them, and reads it only when they changed.
 */
export function makePinCheck(): (pin: Pin, cwd: string) => string | undefined {
  const verified = new Map<string, string>();
  return (pin, cwd) => {
    const path = seenFrom(cwd, pin.path);
    const stat = statOf(path);
    if (pin.hash === ABSENT) return stat && `${path} was not there when it was approved`;
    if (!stat?.isFile()) return `${path} is gone`;
    const key = `${path}\n${pin.hash}`;
    const mark = markOf(stat);
    if (verified.get(key) === mark) return undefined;
    if (!hasHash(path, pin.hash)) return `${path} is not what was approved`;
    verified.set(key, mark);
    return undefined;
  };
}

/** What cannot be looked at, such as a link to itself, cannot be run either. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const markOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');

function hasHash(path: string, hash: string): boolean {
  try {
    return fileHash(path) === hash;
  } catch {
    return false;
  }
}
