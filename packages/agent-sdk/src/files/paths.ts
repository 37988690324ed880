import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Place } from '../vocabulary/tool.ts';
import { guardedNames, guardOf } from './guarded.ts';
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
  /** Names that stand for a guarded thing, wherever they are met. */
  names(): readonly string[];
}

/** What is asked of the file system about a path. */
export interface Disk {
  /** Whether there is something, be it a link that leads nowhere. */
  has(path: string): boolean;
  realPath(path: string): string | undefined;
  /** What is in a directory, or the first of it where that is more than anybody looks at. */
  names(dir: string): readonly string[];
}

const DISK: Disk = { has: (path) => linkStats(path) !== undefined, realPath, names: namesIn };

/** The same for many paths of one decision: each is looked at once, and so is what stays the same. */
export function resolverFor(place: Place, disk: Disk = DISK): Resolve {
  const { projectDir, directories = [], cwd, isLoaded } = place;
  const roots = [projectDir, ...directories];
  const real = rememberedRealPath(disk);
  const isGuarded = guardOf(projectDir, real);
  const guards = remembered((path) => {
    const end = real(path) ?? path;
    return isGuarded([path, end]) || isLoaded?.(end) === true;
  });
  const find = remembered((named): Resolved => {
    const path = absolutePath(cwd, named);
    const found = real(path);
    const inside = found !== undefined && roots.some((dir) => isWithin(real(dir) ?? dir, found));
    // A path that leads in circles is what it says, and is not trusted.
    const end = found ?? path;
    return {
      path,
      real: end,
      inside,
      // Looked at only where it is asked for: searches resolve every file that they find.
      get guarded() {
        return guards(path);
      },
    };
  });
  return Object.assign((named: string) => find(named), {
    namesIn: listerOf(remembered((dir) => disk.names(dir))),
    names: () => guardedNames((name) => find(join(projectDir, name)).guarded),
  });
}

/** What is not there is where its directory is, and many paths share one. */
function rememberedRealPath(disk: Disk): (path: string) => string | undefined {
  const real = remembered((path: string): string | undefined => {
    if (disk.has(path)) return disk.realPath(path);
    const parent = dirname(path);
    const within = parent === path ? undefined : real(parent);
    return within === undefined ? disk.realPath(path) : join(within, basename(path));
  });
  return real;
}

function remembered<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const value = known.has(text) ? (known.get(text) as T) : find(text);
    known.set(text, value);
    return value;
  };
}

/** Absolute, with `~/` as the home directory and everything else from `cwd`. */
export function absolutePath(cwd: string, named: string): string {
  const home = named === '~' || named.startsWith('~/');
  return resolve(cwd, home ? join(homedir(), named.slice(1)) : named);
}

/** undefined for what is not there, cannot be a name (too long), or leads nowhere (a link to itself). */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** Whether `path` is `dir` or below it; both must be real paths for an answer about files. */
export function isWithin(dir: string, path: string): boolean {
  const way = relative(dir, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

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
    return target === undefined ? here : realPath(resolve(realParent, target), hops - 1);
  } catch {
    // A link that cannot be read leads nobody knows where.
    return undefined;
  }
}

const linkTarget = (path: string): string | undefined =>
  linkStats(path)?.isSymbolicLink() ? readlinkSync(path) : undefined;

function linkStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
