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
  if (!isWithin(homeNow(), real)) return [dir, ...around(real)];
  return [dir, ...around(real), ...linkedFrom(real).flatMap((file) => around(dirname(file)))];
}

const homeNow = (): string => realPath(homedir()) ?? homedir();

/** Directories of the home directory that hold more than programs. */
const MORE_THAN_PROGRAMS = /^(\.local|\.cargo|\.config|\.cache|\.)?$/;

/** What programs are made of, next to their directory. */
const PARTS = ['lib', 'lib64', 'libexec', 'share'];

function around(dir: string): readonly string[] {
  const prefix = dirname(dir);
  const home = homeNow();
  if (basename(dir) !== 'bin' || isWithin(prefix, home)) return [dir];
  if (!isWithin(home, prefix)) return [prefix];
  if (MORE_THAN_PROGRAMS.test(prefix.slice(home.length + 1))) return [dir];
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
