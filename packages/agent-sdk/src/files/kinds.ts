import { type Dirent, lstatSync, type Stats, statSync } from 'node:fs';

/** What is there under a path, links not followed. */
export type Kind = 'link' | 'directory' | 'file' | 'other';

export function kindOf(entry: Stats | Dirent): Kind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}

/** Undefined for nothing; a link may lead nowhere. */
export function kindAt(path: string): Kind | undefined {
  const stats = linkStats(path);
  return stats && kindOf(stats);
}

/** undefined for what is not there, cannot be a name (too long), or leads nowhere (a link to itself). */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The same for a link itself. */
export function linkStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
