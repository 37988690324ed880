import type { Reading } from '@wavehooks/shell/rules';
import { isWithin, type Resolve } from '../../files/paths.ts';
import { type FileRead, realFrom } from './file-read.ts';
import { repositoryAt } from './repository.ts';

export function filesRead(
  { path, files, names, below, follows, here, from }: Reading,
  dir: string,
  resolve: Resolve,
) {
  const start = from.reduce((at, next) => realFrom(at, next, resolve).real, dir);
  const how = { names, below, follows };
  const named = files.flatMap((file) => [
    ...fileAt(start, file, resolve, how),
    // What -C names is named from where the command runs.
    ...(from.length > 0 ? fileAt(dir, file, resolve, how) : []),
  ]);
  if (path[0] !== 'git') return here ? [...named, ...fileAt(dir, '.', resolve, how)] : named;
  const { top, plain, nested } = repositoryAt(start, resolve);
  if (!plain || (nested && !KEEPS_OUT.has(path[1] ?? ''))) return undefined;
  const all = top !== undefined && isWithin(top, start) ? top : start;
  // Names of what is kept are no secret of the project that is part of it.
  const whole = {
    path: all,
    real: resolve(all).real,
    names,
    follows,
    below: names ? false : ('kept' as const),
  };
  return [
    ...named,
    ...fileAt(start, '.', resolve, { ...how, below: false, names: true }),
    ...(names ? [] : [whole]),
  ];
}

/** Verbs that look at no file of the project, and so at no repository within it. */
const KEEPS_OUT: ReadonlySet<string> = new Set(
  'log rev-parse rev-list branch tag remote shortlog reflog config worktree merge-base for-each-ref show-ref symbolic-ref ls-tree cat-file name-rev cherry'.split(
    ' ',
  ),
);

/** How a file is read that a shell opens. */
export const PLAIN = { names: false, below: false, follows: false };

/** A path, unless it is where nothing is. */
export function fileAt(
  dir: string,
  text: string,
  resolve: Resolve,
  how: Omit<FileRead, 'path' | 'real'>,
): readonly FileRead[] {
  return text === '/dev/null' ? [] : [{ ...realFrom(dir, text, resolve), ...how }];
}
