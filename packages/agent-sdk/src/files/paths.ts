import { readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isExecutable } from '@wavehooks/process/files';
import type { Place } from '../vocabulary/tool.ts';
import { guardedNames, guardOf } from './guarded.ts';
import { type Kind, kindAt, linkStats, statsOf } from './kinds.ts';
import { type Listing, listingOf } from './listings.ts';
import { listerOf, namesIn } from './names-in.ts';

/** A path as it was named, and what it really is. */
export interface Resolved {
  /** Absolute, links kept. */
  readonly path: string;
  /** Links followed, also where the file does not exist yet. */
  readonly real: string;
  /** Within the project, links followed. */
  readonly inside: boolean;
  /** One of the things that guard the agent: settings, git's own files, servers to start. */
  readonly guarded: boolean;
}

/** What a path in a tool's input means. */
export const resolvePath = (place: Place, named: string): Resolved => resolverFor(place)(named);

export interface Resolve {
  (named: string): Resolved;
  /** What is in a directory, nothing where it cannot be listed; undefined where that is too much to look at. */
  namesIn(dir: string): readonly string[] | undefined;
  /** All of it, where that is known already. */
  listing(dir: string): Listing | undefined;
  /** Names that stand for a guarded thing, wherever they are met. */
  names(): readonly string[];
  /** What is there, links not followed; undefined for nothing. The path has no `..` and no slash at its end. */
  kind(path: string): Kind | undefined;
  /** Whether a directory is there, links followed. */
  isDirectory(path: string): boolean;
  /** Whether a directory has a file of that name that may be run. */
  hasProgram(dir: string, name: string): boolean;
  /** What is found out once for all words of the decision: `find` is called for the first of them. */
  once<T>(what: string, find: () => T): T;
}

/** What is asked of the file system about a path. */
export interface Disk {
  /** Undefined for nothing; a link may lead nowhere. */
  kind(path: string): Kind | undefined;
  realPath(path: string): string | undefined;
  /** Whether it is a file that may be run, links followed; `file` where it is known to be a file itself. */
  isProgram(path: string, kind?: 'file'): boolean;
  /** What is in a directory, or the first of it where that is more than anybody looks at. */
  names(dir: string): readonly string[];
  /** All of it, where that is known already. */
  listing(dir: string): Listing | undefined;
}

const DISK: Disk = { kind: kindAt, realPath, isProgram, names: namesIn, listing: listingOf };

function isProgram(file: string, kind?: 'file'): boolean {
  return (kind === 'file' || statsOf(file)?.isFile() === true) && isExecutable(file);
}

/** The same for many paths of one decision: each is looked at once, and so is what stays the same. */
export function resolverFor(place: Place, disk: Disk = DISK): Resolve {
  const { projectDir, directories = [], cwd, isLoaded } = place;
  const listing = remembered(disk.listing);
  const seen = seenOn(disk, listing);
  const kind = (path: string) => seen(path).kind;
  const real = (path: string) => seen(path).real;
  const isGuarded = guardOf(projectDir, { real, kind, listing });
  const found = new Map<string, unknown>();
  const guards = remembered((path) => {
    const end = real(path) ?? path;
    return isGuarded(path, end) || isLoaded?.(end) === true;
  });
  let roots: readonly string[] | undefined;
  const isInside = (path: string) => {
    roots ??= [projectDir, ...directories].map((dir) => real(resolve(dir)) ?? dir);
    for (const dir of roots) if (isWithin(dir, path)) return true;
    return false;
  };
  const find = remembered((named): Resolved => {
    const path = absolutePath(cwd, named);
    const end = GOES_UP.test(named) ? walked(pathFrom(cwd, named), real) : real(path);
    return new Way(path, end, isInside, guards);
  });
  const isDirectory = (path: string) => kind(real(path) ?? path) === 'directory';
  return Object.assign((named: string) => find(named), {
    namesIn: listerOf(
      remembered((dir) => {
        const listed = isDirectory(dir) ? listing(dir) : NOTHING;
        return listed ? [...listed.keys()] : disk.names(dir);
      }),
    ),
    names: () => once('names', () => guardedNames((name) => find(join(projectDir, name)).guarded)),
    listing,
    kind,
    isDirectory,
    hasProgram: (dir: string, name: string) => {
      const listed = listing(dir);
      const kind = listed?.get(name);
      if (listed && (kind === undefined || kind === 'directory')) return false;
      return disk.isProgram(`${dir}/${name}`, kind === 'file' ? kind : undefined);
    },
    once,
  });

  function once<T>(what: string, work: () => T): T {
    if (!found.has(what)) found.set(what, work());
    return found.get(what) as T;
  }
}

const NOTHING: Listing = new Map();

const GOES_UP = /(^|\/)\.\.(\/|$)/;

/** Step by step, as the system goes: behind a link, `..` is above what the link leads to. */
function walked(path: string, real: (path: string) => string | undefined): string | undefined {
  let at: string | undefined = sep;
  for (const part of path.split(sep)) {
    if (part === '..') at = dirname(at);
    else if (part !== '' && part !== '.') at = real(nameIn(at, part));
    if (at === undefined) return undefined;
  }
  return at;
}

/** A class, since every object with a getter of its own costs a hidden class of its own. */
class Way implements Resolved {
  readonly path: string;
  readonly real: string;
  readonly #leads: boolean;
  readonly #isInside: (path: string) => boolean;
  readonly #guards: (path: string) => boolean;

  constructor(
    path: string,
    real: string | undefined,
    isInside: (path: string) => boolean,
    guards: (path: string) => boolean,
  ) {
    this.path = path;
    // A path that leads in circles is what it says, and is not trusted.
    this.real = real ?? path;
    this.#leads = real !== undefined;
    this.#isInside = isInside;
    this.#guards = guards;
  }

  get inside(): boolean {
    return this.#leads && this.#isInside(this.real);
  }

  /** Looked at only where it is asked for: searches resolve every file that they find. */
  get guarded(): boolean {
    return this.#guards(this.path) || this.#guards(this.real);
  }
}

/** What is under a path, links not followed, and where it really is: undefined for links in a circle. */
interface Seen {
  readonly kind: Kind | undefined;
  readonly real: string | undefined;
}

/**
 * Below what is not there, nothing is. What is no link, or not there, is where its directory is, and many paths
 * share one. Elsewhere than on Linux the real path may also be spelled in another way.
 */
function seenOn(disk: Disk, listing: (dir: string) => Listing | undefined): (path: string) => Seen {
  const seen = remembered((path): Seen => {
    const parent = dirname(path);
    if (path === sep) return { kind: 'directory', real: sep };
    if (parent === path) return { kind: 'directory', real: disk.realPath(path) };
    const above = seen(parent);
    const kind = HOLDS[above.kind ?? 'other'] ? kindIn(above.real ?? parent, path) : undefined;
    const mayDiffer = kind === 'link' || (kind !== undefined && process.platform !== 'linux');
    if (mayDiffer || above.real === undefined) return { kind, real: disk.realPath(path) };
    return { kind, real: above.real === parent ? path : nameIn(above.real, basename(path)) };
  });
  return seen;

  function kindIn(dir: string, path: string): Kind | undefined {
    const listed = listing(dir);
    return listed ? listed.get(basename(path)) : disk.kind(path);
  }
}

/** What something may be below of. */
const HOLDS: Readonly<Record<Kind, boolean>> = {
  link: true,
  directory: true,
  file: false,
  other: false,
};

function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const last = known.get(text);
    if (last !== undefined || known.has(text)) return last as T;
    const value = find(text);
    known.set(text, value);
    return value;
  };
}

/**
 * The same as `absolutePath`, but for `..`, which stays: what it leads to shows only once the links before it are
 * followed. For the words of commands, which the system takes as they are.
 */
export function pathFrom(cwd: string, named: string): string {
  return asIs(cwd, fromHome(named));
}

const asIs = (dir: string, path: string): string => (isAbsolute(path) ? path : nameIn(dir, path));

const fromHome = (named: string): string =>
  named === '~' || named.startsWith('~/') ? `${homedir()}${named.slice(1)}` : named;

/** Absolute, with `~/` as the home directory and everything else from `cwd`. */
export function absolutePath(cwd: string, named: string): string {
  const text = fromHome(named);
  // Nearly every path says no more than its names.
  if (isPlain(text)) return text;
  return isPlain(cwd) && isPlain(`/${text}`) ? `${cwd}/${text}` : resolve(cwd, text);
}

/** A name in a directory, as `join` says it where neither has anything odd in it. */
export const nameIn = (dir: string, name: string): string =>
  dir === sep ? `${sep}${name}` : `${dir}${sep}${name}`;

/** Whether `path` is `dir` or below it; both must be real paths for an answer about files. */
export const isWithin = (dir: string, path: string): boolean => wayTo(dir, path) !== undefined;

/** How a path goes on from a directory, '' for the directory itself; undefined for what is not within it. */
export function wayTo(dir: string, path: string): string | undefined {
  if (isPlain(dir) && isPlain(path)) {
    if (path === dir) return '';
    return path.startsWith(dir) && path[dir.length] === sep
      ? path.slice(dir.length + 1)
      : undefined;
  }
  const way = relative(dir, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}

/** Absolute, below the root, and with nothing in it that stands for another place. */
const isPlain = (path: string): boolean =>
  path.startsWith(sep) && !(mayBeOdd(path) && ODD.test(path));
const ODD = /\/\.{0,2}(\/|$)/;

/** Told at once for most paths. */
const mayBeOdd = (path: string): boolean =>
  path.includes('/.') || path.includes('//') || path.endsWith('/');

/**
 * The real path, by the nearest parent that exists. A link to something that does not exist counts
 * as its target, since that is where a write would end up. Undefined for links in a circle, or
 * that cannot be read.
 */
export function realPath(path: string, hops = 40): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP' || hops === 0) return undefined;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = realPath(parent, hops);
  if (realParent === undefined) return undefined;
  const here = join(realParent, basename(path));
  try {
    const target = linkTarget(here);
    return target === undefined ? here : realPath(asIs(realParent, target), hops - 1);
  } catch {
    // A link that cannot be read leads nobody knows where.
    return undefined;
  }
}

const linkTarget = (path: string): string | undefined =>
  linkStats(path)?.isSymbolicLink() ? readlinkSync(path) : undefined;
