import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTextFile } from '@wavehooks/process/files';
import { isObject } from '../vocabulary/shape.ts';
import { entriesOf, modulesIn } from './modules.ts';

/**
 * What of a path an approval holds, where that is not a file's content: all names in a directory, those
 * that Python would take for a module, how a `package.json` has Node read what lies below it, where a file
 * really is, which decides what it finds beside it, and packages, of which nothing is held: writing there
 * is asked about, and that is all.
 */
export type Facet = 'entries' | 'modules' | 'type' | 'place' | 'packages';

/** A facet as it is now, and the paths whose dates say whether it may have become another one. */
export interface Seen {
  readonly value: string;
  readonly looked: readonly string[];
}

type Look = (path: string, names: readonly string[]) => Seen;

const LOOKS: Readonly<Record<Facet, Look>> = {
  entries: (path) => ({ value: listText(entriesOf(path).filter(counts)), looked: [path] }),
  modules: (path, names) => {
    const { found, looked } = modulesIn(path, names);
    return { value: listText(found), looked };
  },
  type: (path) => ({ value: typeIn(path), looked: [path] }),
  place: (path) => ({ value: placeOf(path), looked: [] }),
  packages: () => ({ value: 'not held', looked: [] }),
};

/** Python and the system put these everywhere by themselves. */
export const counts = (name: string): boolean => name !== '__pycache__' && name !== '.DS_Store';

export const lookAt = (facet: Facet, path: string, names: readonly string[] = []): Seen =>
  LOOKS[facet](path, names);

/** Says how a facet differs from what was approved. */
export function differenceOf(facet: Facet, path: string, was: string, is: string): string {
  if (facet === 'type')
    return `${path} has Node read the script in another way (${is}) than when it was approved (${was})`;
  if (facet === 'place') return `${path} leads to ${is || 'nothing'}, not to ${was} as approved`;
  const [before, after] = [namesIn(was), namesIn(is)];
  const [fresh] = after.filter((name) => !before.includes(name));
  if (fresh !== undefined) return `${join(path, fresh)} was not there when it was approved`;
  const [gone = ''] = before.filter((name) => !after.includes(name));
  return `${join(path, gone)} is gone`;
}

const listText = (names: readonly string[]): string => JSON.stringify(names);

function namesIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/** A file that is not there is another thing than one that says nothing. */
function typeIn(path: string): string {
  let text: string;
  try {
    text = readTextFile(path);
  } catch {
    return 'no file';
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && typeof value['type'] === 'string' ? value['type'] : 'no type';
  } catch {
    return 'broken';
  }
}

function placeOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    try {
      return `nothing in ${realpathSync.native(dirname(path))}`;
    } catch {
      return '';
    }
  }
}
