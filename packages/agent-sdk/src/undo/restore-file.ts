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

/** Makes a path what it was; returns why that was not possible. */
export async function restore(
  path: string,
  state: FileState,
  store: Store,
): Promise<string | undefined> {
  if (state.is === 'unkept') return unkeptText(state);
  try {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'it is a directory now';
    // The path was a real one; where it leads elsewhere by now, it is another file.
    const dir = dirname(path);
    if (realPath(dir) !== dir) return `${dir} leads to another place now`;
    return await PUT[state.is](path, state as never, store);
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

/** Directories that were made for a file go with it, unless something else is in them. */
function removeEmpty(from: string, top: string): void {
  for (let dir = from; isWithin(top, dir); dir = dirname(dir)) {
    const stats = lstatSync(dir, { throwIfNoEntry: false });
    if (!stats) continue;
    if (!stats.isDirectory() || readdirSync(dir).length > 0) return;
    rmdirSync(dir);
  }
}
