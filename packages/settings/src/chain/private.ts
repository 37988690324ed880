import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A directory for us alone; its parent is made too. No deeper: Node's recursive mkdir never comes back
 * from a file system that takes no directories.
 */
export function privateDir(dir: string): void {
  for (const path of [dirname(dir), dir]) makeDir(path);
  if (lstatSync(dir).isDirectory()) makePrivate(dir);
}

function makeDir(path: string): void {
  if (existsSync(path)) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Takes away what others may do with a file or directory of ours, if there is one. */
export function makePrivate(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || stat.isSymbolicLink() || (stat.mode & 0o077) === 0) return;
  // The sticky bit marks a directory that is meant to be shared, such as /tmp.
  if ((stat.mode & 0o1000) !== 0)
    throw new Error(`${path} is shared with others; the log needs a directory of its own`);
  chmodSync(path, stat.mode & 0o700);
}
