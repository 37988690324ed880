import { type BigIntStats, statSync } from 'node:fs';
import { resolve } from 'node:path';
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
 * Says what is wrong when a file is not the approved one. It looks at the file's dates first, which
 * nobody can set back without leaving a trace in one of them, and reads it only when they changed.
 */
export function makePinCheck(): (pin: Pin, cwd: string) => string | undefined {
  const verified = new Map<string, string>();
  return (pin, cwd) => {
    const path = resolve(cwd, pin.path);
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
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

const markOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(' ');

function hasHash(path: string, hash: string): boolean {
  try {
    return fileHash(path) === hash;
  } catch {
    return false;
  }
}
