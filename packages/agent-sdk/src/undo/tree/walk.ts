import type { Stats } from 'node:fs';
import { isHeld, isHoldName } from '@wavehooks/process/sandbox';
import { isTemporary } from '../../files/save-file.ts';
import {
  type Difference,
  type DirectoryEntry,
  type Entry,
  isRacy,
  type UncoveredEntry,
  type UnkeptEntry,
} from './entry.ts';
import { ignoresBelow } from './ignored.ts';
import type { UndoLimits } from './limits.ts';
import { isLarge, lookAtFile, lookAtLink, namesIn, statsAt } from './look.ts';
import type { Packs } from './packs.ts';

export interface WalkParts {
  readonly limits: UndoLimits;
  readonly contents: Pick<Packs, 'put'>;
  /** Directories that are not looked into: Wave's own. */
  readonly skip: ReadonlySet<string>;
}

/** One walk over a root. It makes the entries what is there, and tells what was something else. */
export interface Walk {
  /** Looks at one more directory; false when all are done. */
  next(): boolean;
  readonly differences: readonly Difference[];
  /** Whether there are more files than the limit: then it ended too early. */
  isTooMuch(): boolean;
}

/** What is new is passed over with `known`: what was noted can be found out at the least. */
export type Scope = 'all' | 'known';

interface Visit {
  readonly path: string;
  readonly entry: DirectoryEntry;
  /** No name came or went since they were read: they need not be read again, as in git's untracked cache. */
  readonly isSame: boolean;
}

const TYPE = 0o170000;
const [FILE, DIRECTORY, LINK] = [0o100000, 0o040000, 0o120000];

export function startWalk(
  root: string,
  top: DirectoryEntry,
  parts: WalkParts,
  scope: Scope = 'all',
): Walk {
  const { limits, skip } = parts;
  const differences: Difference[] = [];
  const visits: Visit[] = [{ path: root, entry: top, isSame: false }];
  let count = 0;

  const look = lookerOf(root, parts, visits, () => {
    count++;
  });

  const visit = ({ path, entry, isSame }: Visit) => {
    const { children } = entry;
    const at = Date.now();
    const names = isSame || scope === 'known' ? [...children.keys()] : namesIn(path);
    // A directory that cannot be read: what was noted in it is all that is known.
    if (names === undefined) return;
    const before = children.size;
    let met = 0;
    for (const name of names) {
      if (isNoPart(name)) continue;
      const child = `${path}/${name}`;
      const was = children.get(name);
      const stats = statsAt(child);
      const now =
        stats === 'unknown'
          ? (was ?? UNKNOWN)
          : stats
            ? name === GIT
              ? gitAt(child, stats, was)
              : look(child, stats, was, entry, at)
            : unreadable(name, was);
      if (now === undefined) continue;
      if (was !== undefined) met++;
      if (now === was) continue;
      children.set(name, now);
      differences.push({ path: child, was, now });
      if (was?.is === 'directory' && now.is !== 'directory') gone(differences, child, was);
    }
    if (met < before) forget(path, entry, new Set(names));
  };

  /** Takes out what is no longer there, or is a thing that cannot be noted. */
  const forget = (path: string, { children }: DirectoryEntry, names: ReadonlySet<string>) => {
    for (const [name, was] of children) {
      const child = `${path}/${name}`;
      const stats = names.has(name) ? statsAt(child) : undefined;
      if (stats === 'unknown' || (was.is === 'uncovered' && names.has(name))) continue;
      if (stats && isNotable(stats) && !skip.has(child) && !isHeld(child)) continue;
      children.delete(name);
      differences.push({ path: child, was, now: undefined });
      if (was.is === 'directory') gone(differences, child, was);
    }
  };

  return {
    differences,
    isTooMuch: () => count > limits.files,
    next: () => {
      const one = visits.pop();
      if (one === undefined || (scope === 'all' && count > limits.files)) return false;
      visit(one);
      return true;
    },
  };
}

/** Looks at one thing: its entry as it is now, and what is to be visited later. */
function lookerOf(
  root: string,
  { limits, contents, skip }: WalkParts,
  visits: Visit[],
  onFile: () => void,
) {
  const isIgnored = ignoresBelow(root);
  const { fileMb } = limits;

  const look = (
    path: string,
    stats: Stats,
    was: Entry | undefined,
    parent: DirectoryEntry,
    at: number,
  ): Entry | undefined => {
    const type = stats.mode & TYPE;
    if (type === DIRECTORY) return lookAtDirectory(path, stats, was, parent, at);
    if (type !== FILE && type !== LINK) return undefined;
    onFile();
    return type === FILE
      ? lookAtFile(path, stats, was, { at, fileMb, contents })
      : lookAtLink(path, stats, was);
  };

  const lookAtDirectory = (
    path: string,
    stats: Stats,
    was: Entry | undefined,
    parent: DirectoryEntry,
    at: number,
  ): DirectoryEntry | UncoveredEntry | undefined => {
    if (skip.has(path)) return undefined;
    if (was?.is === 'uncovered' && was.ino === stats.ino) return was;
    // What a sandbox bars is a directory for a moment, and nobody's work.
    if (!(was?.is === 'directory' && was.ino === stats.ino) && isHeld(path)) return undefined;
    const entry = directoryOf(path, stats, was, parent, at);
    if (entry.is === 'directory') visits.push({ path, entry, isSame: entry === was });
    return entry;
  };

  const directoryOf = (
    path: string,
    { mode, ino, mtimeMs: mtime, ctimeMs: ctime }: Stats,
    was: Entry | undefined,
    parent: DirectoryEntry,
    at: number,
  ): DirectoryEntry | UncoveredEntry => {
    const now = { mode, ino, mtime, ctime, at };
    if (was?.is === 'directory') return isSameDirectory(was, now) ? was : { ...was, ...now };
    const ignored = parent.ignored || isIgnored(path);
    if (ignored && !parent.ignored && isLarge(path, limits.ignoredFiles))
      return { is: 'uncovered', ino, why: largeText(limits) };
    return { is: 'directory', ...now, ignored, children: new Map() };
  };

  return look;
}

const isSameDirectory = (
  was: DirectoryEntry,
  now: Pick<DirectoryEntry, 'mode' | 'ino' | 'mtime' | 'ctime'>,
): boolean =>
  was.mtime === now.mtime &&
  was.ctime === now.ctime &&
  was.mode === now.mode &&
  was.ino === now.ino &&
  !isRacy(was);

const UNKNOWN: UncoveredEntry = { is: 'uncovered', ino: 0, why: 'it could not be looked at' };
const ODD: UncoveredEntry = { is: 'uncovered', ino: 0, why: 'its name is no valid text' };

/** Node cannot ask for a name that is no text; what stands for it in the list is there all the same. */
const unreadable = (name: string, was: Entry | undefined): Entry | undefined =>
  name.includes('\uFFFD') ? (was ?? ODD) : undefined;

const GIT = '.git';

/** Of git's own state it is known that it is there, so that its loss has a name. */
function gitAt(path: string, { ino }: Stats, was: Entry | undefined): UnkeptEntry | undefined {
  if (was?.is === 'unkept' && was.ino === ino) return was;
  // What a sandbox bars is nobody's repository.
  if (isHeld(path)) return undefined;
  return { is: 'unkept', ...NO_STAMP, ino, why: "it is git's own state", stamp: `git ${ino}` };
}

const NO_STAMP = { mode: 0, size: 0, mtime: 0, ctime: 0 };

/** Whether this is about git's own state, of the project or of a repository in it. */
export const isGit = (path: string): boolean => path.endsWith(`/${GIT}`);

/** What is being written by us right now, or stands there for a sandbox. */
const isNoPart = (name: string): boolean =>
  name.startsWith('.') && (isTemporary(name) || isHoldName(name));

const isNotable = ({ mode }: Stats) => [FILE, DIRECTORY, LINK].includes(mode & TYPE);

/** Everything that was noted below a directory is gone with it. */
function gone(differences: Difference[], path: string, entry: DirectoryEntry): void {
  for (const [name, was] of entry.children) {
    const child = `${path}/${name}`;
    differences.push({ path: child, was, now: undefined });
    if (was.is === 'directory') gone(differences, child, was);
  }
}

const largeText = ({ ignoredFiles }: UndoLimits) =>
  `it is ignored and holds more than ${ignoredFiles.toLocaleString('en')} files`;
