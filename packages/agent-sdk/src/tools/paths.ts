import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isGuarded } from './guarded.ts';
import type { Place } from './tool.ts';

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
export function resolvePath(place: Place, named: string): Resolved {
  const { projectDir, cwd, isLoaded } = place;
  const path = absolutePath(cwd, named);
  const real = realPath(path);
  const inside = real !== undefined && isWithin(realPath(projectDir) ?? projectDir, real);
  // A path that leads in circles is what it says, and is not trusted.
  const end = real ?? path;
  const guarded = isGuarded(projectDir, [path, end], realPath) || isLoaded?.(end) === true;
  return { path, real: end, inside, guarded };
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
 * as its target, since that is where a write would end up. Undefined for links in a circle.
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
  const target = linkTarget(here);
  return target === undefined ? here : realPath(resolve(realParent, target), hops - 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}
