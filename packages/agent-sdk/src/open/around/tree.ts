import { type Dir, type Dirent, opendir } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MOST_WRITTEN, readTextFile } from '@wavehooks/process/files';
import { ASIDE } from '../../tools/search/glob.ts';

/** Not that of `node:fs/promises`, which a start would have to load for it. */
const openDir = promisify<string, Dir>(opendir);

/** So much of a directory is looked at; what is further is only said to be there. */
const MOST_SEEN = 300;
const MOST_ROWS = 40;
const MOST_INSIDE = 12;
const MOST_NAME = 60;

/**
 * What a directory holds, a line each, and the names in its directories. Left out is what Glob leaves out,
 * what rules keep from the agent, and what the root's .gitignore names plainly.
 */
export async function treeOf(root: string, hides: (path: string) => boolean): Promise<string[]> {
  const ignored = ignoredIn(root);
  const { entries, more } = await listed(root, hides, ignored);
  const shown = entries.slice(0, MOST_ROWS);
  const rows = await Promise.all(shown.map((entry) => rowOf(root, entry, hides, ignored)));
  const left = entries.length - shown.length;
  return [...rows, ...(left > 0 || more ? [`... and ${more ? 'many' : left} more`] : [])];
}

async function rowOf(
  root: string,
  entry: Dirent,
  hides: (path: string) => boolean,
  ignored: Ignored,
): Promise<string> {
  if (!entry.isDirectory()) return marked(entry);
  const { entries, more } = await listed(join(root, entry.name), hides, ignored);
  const shown = entries.slice(0, MOST_INSIDE).map(marked);
  const left = entries.length - shown.length;
  const rest = left > 0 || more ? [more ? '...' : `... ${left} more`] : [];
  return shown.length === 0 ? marked(entry) : `${marked(entry)}: ${[...shown, ...rest].join(', ')}`;
}

async function listed(dir: string, hides: (path: string) => boolean, ignored: Ignored) {
  const entries: Dirent[] = [];
  let more = false;
  try {
    for await (const entry of await openDir(dir)) {
      more = entries.length >= MOST_SEEN;
      if (more) break;
      if (!ASIDE.includes(entry.name) && !ignored(entry.name) && !hides(join(dir, entry.name)))
        entries.push(entry);
    }
  } catch {
    // What cannot be read is not shown.
  }
  const rank = (entry: Dirent) => (entry.isDirectory() ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return { entries, more };
}

/** A name is one word in a line, whatever somebody called the file. */
function marked(entry: Dirent): string {
  const seen = PLAIN.test(entry.name) ? entry.name : entry.name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ');
  const name = seen.slice(0, MOST_NAME);
  return name + (entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '@' : '');
}

/** Most names are. What knows the blanks of all scripts takes a while to load. */
const PLAIN = /^[!-~]*$/;

type Ignored = (name: string) => boolean;

/** Plain names and endings. Other patterns do not matter for a short list. */
function ignoredIn(root: string): Ignored {
  const lines = ignoreFile(root).slice(0, 65_536).split(/\r?\n/);
  const names = new Set(
    lines.flatMap((line) => /^\/?([^/*?[\]!#\\]+)\/?\s*$/.exec(line)?.[1]?.trim() ?? []),
  );
  const endings = lines.flatMap((line) => /^\*(\.[\w.-]+)\s*$/.exec(line)?.[1] ?? []);
  return (name) => names.has(name) || endings.some((ending) => name.endsWith(ending));
}

function ignoreFile(root: string): string {
  try {
    return readTextFile(join(root, '.gitignore'), MOST_WRITTEN);
  } catch {
    return '';
  }
}
