import type { Resolve } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import { fileMatcher, mayMeanBelow } from '../rules/file-pattern.ts';
import type { Rules } from '../rules/rule.ts';
import { ruleList } from '../rules/rule-list.ts';
import { everyBelow, someFileIn } from '../words/below.ts';
import { type FileRead, isReadable } from './file-read.ts';

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
    if (isDir && means(someFileIn(file))) return false;
    if (file.names || !file.below || (file.below !== 'kept' && !isDir)) return true;
    const may = patterns.some((pattern) => mayMeanBelow(pattern, file, projectDir, realOf));
    if (file.below === 'kept') return !may;
    if (!may && !file.follows) return true;
    return everyBelow(
      file,
      file.follows,
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
