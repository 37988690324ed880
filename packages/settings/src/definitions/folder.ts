import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** All that lies in a folder, or why that cannot be approved. */
export type Folder =
  | { readonly ok: true; readonly files: readonly string[]; readonly dirs: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** More than a person looks through. */
const MOST = 500;

/** A link could lead to other files tomorrow, so it is no part of what was looked at. */
export function folderAt(root: string): Folder {
  const files: string[] = [];
  const dirs: string[] = [];
  const open = [root];
  for (let dir = open.shift(); dir !== undefined; dir = open.shift()) {
    dirs.push(dir);
    for (const entry of entriesIn(dir)) {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) files.push(path);
      else return { ok: false, why: `${path} is neither a file nor a directory` };
      if (files.length + open.length > MOST)
        return { ok: false, why: `${root} holds more than ${MOST} files` };
    }
  }
  return { ok: true, files, dirs };
}

/** Python and the system put these everywhere by themselves. */
const OWN = ['__pycache__', '.DS_Store'];

const entriesIn = (dir: string): Dirent[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !OWN.includes(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
