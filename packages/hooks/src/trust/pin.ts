import { type BigIntStats, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileHash } from './fingerprint.ts';

/** A file as it was when somebody approved it. */
export interface Pin {
  /** Absolute, or relative to where the hook runs. */
  readonly path: string;
  readonly hash: string;
}

/** The hash of a file that was not there: a command may name one, and then none may appear. */
export const ABSENT = 'absent';

/** The hash of a file that an approval does not know: such a one can never be right. */
export const UNSEEN = 'not approved';

/**
 * A name as the system sees it from a directory. `a/..` stays: where `a` is a link, it leads elsewhere.
 */
export const seenFrom = (dir: string, name: string): string => {
  if (!name.includes('..')) return resolve(dir, name);
  return isAbsolute(name) ? name : `${dir}/${name}`;
};

/** What stands here is not the same for us as for the program that we start. */
const EACH_ITS_OWN = /^\/(proc|dev\/fd)(\/|$)/;
const MAX_LINKS = 40;

/** Whether a path leads, perhaps through links, to where each process sees files of its own. */
export function differsByProcess(path: string): boolean {
  const rest = partsOf(path);
  let at = '/';
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = join(at, name);
    if (EACH_ITS_OWN.test(next)) return true;
    const target = targetOf(next);
    if (target === undefined || (target !== '' && ++links > MAX_LINKS)) return false;
    rest.unshift(...partsOf(target));
    at = target === '' ? next : isAbsolute(target) ? '/' : dirname(next);
  }
  return false;
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '' && part !== '.');

/** Where a link leads; empty when it is none, undefined when nothing is there. */
function targetOf(path: string): string | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isSymbolicLink() ? readlinkSync(path) : stat && '';
  } catch {
    return undefined;
  }
}

/**
 * Says what is wrong when a file is not the approved one. It looks at the file's dates first, which
 * nobody can set back without leaving a trace in one of them, and reads it only when they changed.
 */
export function makePinCheck(): (pin: Pin, cwd: string) => string | undefined {
  const verified = new Map<string, string>();
  return (pin, cwd) => {
    const path = seenFrom(cwd, pin.path);
    if (differsByProcess(path)) return `${path} is another file for each program`;
    if (pin.hash === UNSEEN) return `${path} was not looked at when it was approved`;
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
