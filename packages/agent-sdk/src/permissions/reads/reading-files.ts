import type { Reading } from '@wavehooks/shell/rules';
import { isWithin, type Resolve } from '../../files/paths.ts';
import { type FileRead, realFrom } from './file-read.ts';
import { repositoryAt } from './repository.ts';

/** Adds what a command reads in a directory; false where it may do anything else. */
export function addRead(to: FileRead[], reading: Reading, dir: string, resolve: Resolve): boolean {
  const { path, files, names, follows, here, from } = reading;
  const start = from.reduce((at, next) => realFrom(at, next, resolve).real, dir);
  for (const file of files) {
    addFile(to, start, file, resolve, reading);
    // What -C names is named from where the command runs.
    if (from.length > 0) addFile(to, dir, file, resolve, reading);
  }
  if (path[0] !== 'git') {
    if (here) addFile(to, dir, '.', resolve, reading);
    return true;
  }
  const { top, plain, nested } = repositoryAt(start, resolve);
  if (!plain || (nested && !KEEPS_OUT.has(path[1] ?? ''))) return false;
  addFile(to, start, '.', resolve, { names: true, below: false, follows });
  if (names) return true;
  const all = top !== undefined && isWithin(top, start) ? top : start;
  // Names of what is kept are no secret of the project that is part of it.
  to.push({ path: all, real: resolve(all).real, names, below: 'kept', follows });
  return true;
}

/** Verbs that look at no file of the project, and so at no repository within it. */
const KEEPS_OUT: ReadonlySet<string> = new Set(
  'log rev-parse rev-list branch tag remote shortlog reflog config worktree merge-base for-each-ref show-ref symbolic-ref ls-tree cat-file name-rev cherry'.split(
    ' ',
  ),
);

/** How a file is read that a shell opens. */
export const PLAIN = { names: false, below: false, follows: false };

/** Adds a path, unless it is where nothing is. */
export function addFile(
  to: FileRead[],
  dir: string,
  text: string,
  resolve: Resolve,
  { names, below, follows }: Omit<FileRead, 'path' | 'real'>,
): void {
  if (text === '/dev/null') return;
  const { path, real } = realFrom(dir, text, resolve);
  to.push({ path, real, names, below, follows });
  const written = resolve(path);
  if (written.real !== real) to.push({ path, real: written.real, names, below, follows });
}
