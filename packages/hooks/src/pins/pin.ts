import { type BigIntStats, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { differenceOf, type Facet, lookAt } from './facet.ts';
import { fileHash } from './fingerprint.ts';

/** Something to hold in an approval: a file's content, or a facet of a path. */
export interface Mark {
  /** Absolute, or relative to where the hook runs. */
  readonly path: string;
  /** Absent for the content. */
  readonly of?: Facet;
  /** The modules that count, for a directory in which Python looks for them. */
  readonly names?: readonly string[];
}

/** A file, or a facet of a path, as it was when somebody approved it. */
export interface Pin extends Mark {
  /** A facet's is its value as it was. */
  readonly hash: string;
}

/** Whether two stand for the same thing. */
export const isSameMark = (a: Mark, b: Mark): boolean =>
  a.path === b.path && a.of === b.of && (a.names ?? []).join() === (b.names ?? []).join();

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

/** Says what is wrong when a file, or a facet of a path, is not the approved one. */
export type PinCheck = (pin: Pin, cwd: string) => string | undefined;

/**
 * It looks at dates first, which nobody can set back without leaving a trace in one of them, and reads
 * only where they changed.
 */
export function makePinCheck(): PinCheck {
  const verified = new Map<string, { mark: string; looked: readonly string[] }>();
  return (pin, cwd) => {
    const path = seenFrom(cwd, pin.path);
    if (differsByProcess(path)) return `${path} is another file for each program`;
    if (pin.hash === UNSEEN) return `${path} was not looked at when it was approved`;
    const key = [path, pin.of, pin.hash, pin.names].join('\n');
    const known = verified.get(key);
    if (known && known.looked.length > 0 && marksOf(known.looked) === known.mark) return undefined;
    const { wrong, looked } = pin.of ? facetTrouble(pin, pin.of, path) : contentTrouble(pin, path);
    if (wrong === undefined && looked.looked.every(isSettled)) verified.set(key, looked);
    else verified.delete(key);
    return wrong;
  };
}

interface Checked {
  readonly wrong?: string;
  readonly looked: { mark: string; looked: readonly string[] };
}

/** The dates are taken before the content: what changes in between is looked at again. */
function contentTrouble({ hash }: Pin, path: string): Checked {
  const looked = { mark: marksOf([path]), looked: [path] };
  const stat = statOf(path);
  if (hash === ABSENT)
    return stat ? { wrong: `${path} was not there when it was approved`, looked } : { looked };
  if (!stat?.isFile()) return { wrong: `${path} is gone`, looked };
  return hasHash(path, hash) ? { looked } : { wrong: `${path} is not what was approved`, looked };
}

function facetTrouble({ hash, names }: Pin, facet: Facet, path: string): Checked {
  // Which paths count is known only after a look.
  const { looked: paths } = lookAt(facet, path, names);
  const looked = { mark: marksOf(paths), looked: paths };
  const { value } = lookAt(facet, path, names);
  return value === hash ? { looked } : { wrong: differenceOf(facet, path, hash, value), looked };
}

/** Dates are coarse: two changes at about the same time may leave the same ones. */
const SETTLED_MS = 100;

function isSettled(path: string): boolean {
  const stat = statOf(path);
  return stat === undefined || Math.abs(Date.now() - Number(stat.ctimeMs)) > SETTLED_MS;
}

const marksOf = (paths: readonly string[]): string =>
  paths.map((path) => markOf(statOf(path))).join('|');

/** What cannot be looked at, such as a link to itself, cannot be run either. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const markOf = (stat: BigIntStats | undefined): string =>
  stat ? [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ') : 'nothing';

function hasHash(path: string, hash: string): boolean {
  try {
    return fileHash(path) === hash;
  } catch {
    return false;
  }
}
