import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a private directory and those above it. Not by Node's recursive mkdir: that never comes back
 * from a file system that takes no directories.
 */
export function makeDirs(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(dir) === dir || tried.has(dir)) throw error;
    tried.add(dir);
    makeDirs(dirname(dir));
    makeDirs(dir);
  }
}

/** Where making the parent did not help, nothing will. */
const tried = new Set<string>();
