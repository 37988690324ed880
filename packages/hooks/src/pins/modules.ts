import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPythonLibrary } from './python-library.ts';

/** Stands among names for every module of the standard library. */
export const LIBRARY = '*';

/** How the file of a Python module may end: compiled for this version or any, as text, as bytecode. */
const ENDING = /^(\.[\w-]+)*\.(so|pyd|dylib)$|^\.pyc?$/;

/** The module that a file of this name would be, for Python; undefined for all other files. */
export function moduleOf(file: string): string | undefined {
  const [, name = '', ending = ''] = /^(\p{ID_Continue}+)(.*)$/u.exec(file) ?? [];
  return ENDING.test(ending) ? name : undefined;
}

/** Whether Python would load a file of this directory for one of the names. */
export const isWanted = (name: string, names: readonly string[]): boolean =>
  names.includes(name) || (names.includes(LIBRARY) && isPythonLibrary(name));

/** What in a directory Python would load for one of these names, and the directories that say so. */
export function modulesIn(
  dir: string,
  names: readonly string[],
): { readonly found: readonly string[]; readonly looked: readonly string[] } {
  const entries = entriesOf(dir);
  const files = entries.filter((entry) => isWanted(moduleOf(entry) ?? '', names));
  const packages = entries.filter(
    (entry) => /^\p{ID_Continue}+$/u.test(entry) && isWanted(entry, names),
  );
  // A directory without such a file is loaded only where nothing else has the name.
  const starts = packages.flatMap((name) =>
    entriesOf(join(dir, name))
      .filter((file) => moduleOf(file) === '__init__')
      .map((file) => `${name}/${file}`),
  );
  return {
    found: [...files, ...starts].sort(),
    looked: [dir, ...packages.map((name) => join(dir, name))],
  };
}

/** Empty for what is no directory. */
export function entriesOf(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}
