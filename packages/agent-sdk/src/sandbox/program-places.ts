import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { SYSTEM_PLACES } from '@wavehooks/process/sandbox';
import { isWithin, realPath } from '../files/paths.ts';

/** Where the programs of a PATH are. */
export const programPlaces = (path: string): readonly string[] => [
  ...SYSTEM_PLACES,
  ...new Set(path.split(delimiter).filter(isAbsolute).flatMap(programsIn)),
];

/**
 * A directory of programs, and what they are made of: version managers keep each version with its libraries
 * around it. Of the home directory itself, only the programs.
 */
function programsIn(dir: string): readonly string[] {
  const real = realPath(dir) ?? dir;
  // A home directory, or more, is no place of programs, whatever the PATH says.
  if (isWithin(real, homeNow()) || homeAround(real) === real) return [];
  if (homeAround(real) === undefined) return [dir, ...around(real)];
  return [dir, ...around(real), ...linkedFrom(real).flatMap((file) => around(dirname(file)))];
}

const homeNow = (): string => realPath(homedir()) ?? homedir();

/** The home directory that a path lies in, also somebody else's. Homebrew's user is nobody. */
function homeAround(path: string): string | undefined {
  const home = homeNow();
  if (isWithin(home, path)) return home;
  return /^(\/root|\/home\/(?!linuxbrew(?:\/|$))[^/]+)(?=\/|$)/.exec(path)?.[1];
}

/** Directories of the home directory that hold more than programs. */
const MORE_THAN_PROGRAMS = /^(\.local|\.cargo|\.config|\.cache|\.)?$/;

/** What programs are made of, next to their directory. */
const PARTS = ['lib', 'lib64', 'libexec', 'share'];

function around(dir: string): readonly string[] {
  const prefix = dirname(dir);
  const home = homeAround(prefix);
  if (basename(dir) !== 'bin' || isWithin(prefix, homeNow())) return [dir];
  if (home === undefined && dirname(prefix) !== '/') return [prefix];
  if (home !== undefined && MORE_THAN_PROGRAMS.test(prefix.slice(home.length + 1))) return [dir];
  return [dir, ...PARTS.map((name) => join(prefix, name))];
}

/** More than these nobody has of his own. */
const MOST_LINKS = 300;

/** Where the links in a directory of programs lead. */
function linkedFrom(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .slice(0, MOST_LINKS)
      .flatMap(({ name }) => realPath(join(dir, name)) ?? []);
  } catch {
    return [];
  }
}
