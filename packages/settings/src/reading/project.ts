import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isHeld } from '@wavehooks/process/files';

/**
 * The project's root: the directory Wave was started in, or, inside a git repository, the nearest one
 * from there up to the repository's root that has `.wave/`. The home directory's is the user's own.
 */
export function projectDirOf(startedIn: string, home = homedir()): string {
  const candidates = upToRepository(startedIn);
  return candidates.find((dir) => hasWave(dir) && !isSame(dir, home)) ?? startedIn;
}

/** From `dir` up to the repository's root; only `dir` outside of a repository. */
function upToRepository(dir: string): string[] {
  const passed: string[] = [];
  for (let at = dir; ; at = dirname(at)) {
    passed.push(at);
    if (existsSync(join(at, '.git'))) return passed;
    if (dirname(at) === at) return [dir];
  }
}

/** Whether a directory has something of Wave's. What a sandbox bars the place with is nothing. */
export function hasWave(dir: string): boolean {
  const own = join(dir, '.wave');
  return (statSync(own, { throwIfNoEntry: false })?.isDirectory() ?? false) && !isHeld(own);
}

export const isSame = (a: string, b: string) => real(a) === real(b);

export function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
