import { statSync } from 'node:fs';
import { homeOf } from '../config/place.ts';

/** Where a review takes place, and why not where the event did. */
export interface Workdir {
  readonly cwd: string;
  readonly note?: string;
}

/** A directory that was removed meanwhile keeps nobody from reviewing what is known without it. */
export function workdirOf(
  wanted: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Workdir {
  const asked = wanted ?? ownDir();
  if (asked !== undefined && isDir(asked)) return { cwd: asked };
  const home = homeOf(env);
  const cwd = isDir(home) ? home : '/';
  const missing = asked === undefined ? 'the working directory' : `the directory ${asked}`;
  return { cwd, note: `${missing} does not exist, so the review took place in ${cwd}` };
}

function ownDir(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function isDir(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
