import { opendirSync } from 'node:fs';
import { join } from 'node:path';
import type { Resolve } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { fileMatcher, mayMeanBelow } from '../rules/file-pattern.ts';
import type { Rules } from '../rules/rule.ts';
import { ruleList } from '../rules/rule-list.ts';
import { type FileRead, isReadable, someFileIn } from './file-read.ts';

/** What a rule of Read keeps from being read without a question; undefined for everything. */
type Kept = string | undefined;

/** Whether no deny or ask rule of Read means a file that is read, nor anything that is read with it. */
export function mayBeRead(
  files: readonly FileRead[],
  rules: Pick<Rules, 'deny' | 'ask'>,
  place: Place,
  resolve: Resolve,
  readable: () => readonly string[],
): boolean {
  const kept = [...keptBy(rules.deny), ...keptBy(rules.ask)];
  if (kept.includes(undefined) && files.length > 0) return false;
  const patterns = kept.filter((one) => one !== undefined);
  const { projectDir } = place;
  const realOf = (dir: string) => resolve(dir).real;
  const means = fileMatcher(patterns, projectDir, 'wide', realOf);
  return onceEach(files).every((file) => {
    if (means(file)) return false;
    const isDir = resolve.isDirectory(file.real);
    if (isDir && means(inDir(file))) return false;
    if (file.names || !file.below || (file.below !== 'kept' && !isDir)) return true;
    const may = patterns.some((pattern) => mayMeanBelow(pattern, file, projectDir, realOf));
    if (file.below === 'kept') return !may;
    if (!may && !file.follows) return true;
    return everyBelow(
      file,
      (found) => isReadable(found.real, resolve, readable) && !means(found),
      resolve,
    );
  });
}

const keptBy = (list: readonly string[]): readonly Kept[] =>
  ruleList(list).made('of reading', (rules) =>
    rules.flatMap(({ tool, pattern, fault }): Kept[] => {
      if (tool !== undefined && tool !== 'Read') return [];
      return [fault || pattern?.trim() === '*' ? undefined : pattern];
    }),
  );

/** Several commands of a text often read the same file, mostly in the same way. */
function onceEach(files: readonly FileRead[]): readonly FileRead[] {
  const seen = new Map<string, FileRead>();
  return files.filter((file) => {
    const last = seen.get(file.path);
    seen.set(file.path, file);
    return last === undefined || !isSame(last, file);
  });
}

const isSame = (one: FileRead, other: FileRead): boolean =>
  one.real === other.real &&
  one.names === other.names &&
  one.below === other.below &&
  one.follows === other.follows;

const inDir = ({ path, real }: FileRead) => ({ path: someFileIn(path), real: someFileIn(real) });

/** What one question looks at. */
const MAX_LOOKED_AT = 10_000;

/** Whether something holds for all that is below a directory; not, if that is too much to look at. */
function everyBelow(
  { path, real, follows }: FileRead,
  holds: (file: Pick<FileRead, 'path' | 'real'>) => boolean,
  resolve: Resolve,
): boolean {
  const seen = new Set<string>();
  const open = [{ path, real }];
  let left = MAX_LOOKED_AT;
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    if (seen.has(dir.real)) continue;
    seen.add(dir.real);
    for (const { name, isLink, isDir } of entriesOf(dir.real)) {
      left -= 1;
      if (left < 0) return false;
      // A link that is not followed is not read.
      if (isLink && !follows) continue;
      const at = join(dir.real, name);
      const found = { path: join(dir.path, name), real: isLink ? resolve(at).real : at };
      if (!holds(found)) return false;
      if (isDir || (isLink && resolve.isDirectory(found.real))) open.push(found);
    }
  }
  return true;
}

function* entriesOf(dir: string) {
  let opened: ReturnType<typeof opendirSync>;
  try {
    opened = opendirSync(dir);
  } catch {
    // What cannot be listed here, a command of the same user cannot list either.
    return;
  }
  try {
    for (let one = opened.readSync(); one !== null; one = opened.readSync())
      yield { name: one.name, isLink: one.isSymbolicLink(), isDir: one.isDirectory() };
  } finally {
    opened.closeSync();
  }
}
