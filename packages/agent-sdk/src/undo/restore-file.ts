import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { putInPlace } from '@wavehooks/process/files';
import { faultText } from '../base/error-text.ts';
import { isWithin, realPath } from '../files/paths.ts';
import { saveFile } from '../files/save-file.ts';
import type { FileState } from '../vocabulary/file-state.ts';
import type { Store } from './file-copies.ts';

/** What a directory is to undo: something in the way of a file, or a thing with a state of its own. */
export type Directories = 'in the way' | 'noted';

/** Makes a path what it was; returns why that was not possible. */
export async function restore(
  path: string,
  state: FileState,
  store: Store,
  directories: Directories = 'in the way',
): Promise<string | undefined> {
  if (state.is === 'unkept') return unkeptText(state);
  try {
    const isDirectory = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isDirectory && directories === 'in the way') return 'it is a directory now';
    if (isDirectory && state.is !== 'directory') {
      // What is still in it is somebody else's.
      if (readdirSync(path).length > 0)
        return state.is === 'missing' ? undefined : 'it is a directory now, with something in it';
      opened(dirname(path), () => rmdirSync(path));
    }
    // The path was a real one; where it leads elsewhere by now, it is another file.
    const dir = dirname(path);
    if (realPath(dir) !== dir) return `${dir} leads to another place now`;
    const close = open(dir);
    try {
      return await PUT[state.is](path, state as never, store);
    } finally {
      close();
    }
  } catch (error) {
    return faultText(error);
  }
}

export const unkeptText = ({ why }: Extract<FileState, { is: 'unkept' }>): string =>
  `no copy was kept: ${why}`;

const PUT: {
  [K in Exclude<FileState['is'], 'unkept'>]: (
    path: string,
    state: Extract<FileState, { is: K }>,
    store: Store,
  ) => Promise<string | undefined>;
} = {
  missing: async (path, { made }) => {
    rmSync(path, { force: true });
    if (made !== undefined) removeEmpty(dirname(path), made);
    return undefined;
  },
  directory: async (path, { mode }) => {
    const present = lstatSync(path, { throwIfNoEntry: false });
    if (!present?.isDirectory()) {
      rmSync(path, { force: true });
      await mkdir(path, { recursive: true });
    }
    // As long as something is put into it, its owner needs to be able to.
    chmodSync(path, mode | 0o700);
    return undefined;
  },
  link: async (path, { to }) => {
    await mkdir(dirname(path), { recursive: true });
    const temp = `${path}.${randomUUID()}.tmp`;
    putInPlace(path, temp, () => symlinkSync(to, temp));
    return undefined;
  },
  file: async (path, { hash, mode }, store) => {
    const content = store.get(hash);
    if (!content) return `its copy ${store.fileOf(hash)} is gone or damaged`;
    const present = lstatSync(path, { throwIfNoEntry: false });
    await saveFile(path, content, present?.isFile() ? statSync(path) : undefined);
    chmodSync(path, mode);
    return undefined;
  },
};

/** Last of all: a directory that may not be written to could not have been filled. */
export function closeDirectory(path: string, { mode }: { readonly mode: number }): void {
  if ((mode & 0o700) !== 0o700) chmodSync(path, mode);
}

/** Directories that were made for a file go with it, unless something else is in them. */
function removeEmpty(from: string, top: string): void {
  for (let dir = from; isWithin(top, dir); dir = dirname(dir)) {
    const stats = lstatSync(dir, { throwIfNoEntry: false });
    if (!stats) continue;
    if (!stats.isDirectory() || readdirSync(dir).length > 0) return;
    opened(dirname(dir), () => rmdirSync(dir));
  }
}

/** A directory of ours that may not be written to can be, for this; what it returns makes it as it was. */
function open(dir: string): () => void {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) return () => {};
  if ((stats.mode & 0o300) === 0o300) return () => {};
  chmodSync(dir, (stats.mode & 0o7777) | 0o300);
  return () => chmodSync(dir, stats.mode & 0o7777);
}

function opened(dir: string, work: () => void): void {
  const close = open(dir);
  try {
    work();
  } finally {
    close();
  }
}
