import { lstatSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import { faultText } from '../base/error-text.ts';
import { realPath } from '../files/paths.ts';
import type { FileState } from '../vocabulary/file-state.ts';
import type { Store } from './file-copies.ts';
import { stampOf } from './tree/stamp.ts';

/** Larger files are not copied. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** What there is at a path now. With a store, a copy of it is kept as well. */
export function lookAt(path: string, store?: Pick<Store, 'put'>): FileState {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return { is: 'missing', ...missingAbove(path) };
    if (stats.isSymbolicLink()) return { is: 'link', to: readlinkSync(path) };
    return stats.isFile() ? fileState(path, stats, store) : unkept(path, KIND(stats));
  } catch (error) {
    // A part of the path that is a file: nothing can be below it.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return { is: 'missing' };
    return unkept(path, `it could not be read: ${faultText(error)}`);
  }
}

/** The same for a path of a noted project: a directory has a state, and what lies behind a link is elsewhere. */
export function lookAtNoted(path: string, store?: Pick<Store, 'put'>): FileState {
  const dir = dirname(path);
  if (realPath(dir) !== dir) return { is: 'missing' };
  const stats = statsOfLink(path);
  return stats?.isDirectory()
    ? { is: 'directory', mode: stats.mode & 0o7777 }
    : lookAt(path, store);
}

function statsOfLink(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function fileState(
  path: string,
  { size, mode }: Stats,
  store: Pick<Store, 'put'> | undefined,
): FileState {
  if (size > MAX_FILE_BYTES) return unkept(path, 'it is larger than 64 MiB');
  const content = readFileSync(path);
  const hash = hashOf(content);
  const fault = store?.put(hash, content);
  return fault === undefined ? { is: 'file', hash, mode: mode & 0o7777 } : unkept(path, fault);
}

function unkept(path: string, why: string): FileState {
  const stamp = stampOf(path);
  return { is: 'unkept', why, ...(stamp === undefined ? {} : { stamp }) };
}

const KIND = (stats: Stats): string =>
  stats.isDirectory() ? 'it is a directory' : 'it is no regular file';

/** Directories that a new file needs are made with it, and go with it. */
function missingAbove(path: string): { made?: string } {
  let made: string | undefined;
  for (let dir = dirname(path); !lstatSync(dir, { throwIfNoEntry: false }); dir = dirname(dir))
    made = dir;
  return made === undefined ? {} : { made };
}
