import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../cli/command.ts';

/** What tools bring along and nobody looks into. */
const FOREIGN: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** What is made of other files: scenarios in there are most likely copies. */
const MADE: ReadonlySet<string> = new Set(['dist', 'build', 'coverage']);

export const isScenario = (name: string) => /\.scenario\.jsonc?$/.test(name);

export interface Found {
  /** In order of their names; what only a link leads to comes last. */
  readonly files: readonly string[];
  /** Directories that hold scenarios and were passed over, unless somebody names them. */
  readonly passedOver: readonly string[];
}

/** The scenario files at and below some paths. */
export function findScenarios(paths: readonly string[], cwd: string): Found {
  const walk: Walk = { seen: new Set(), links: [], passedOver: [] };
  const files = paths.map((path) => resolve(cwd, path)).flatMap((path) => filesAt(path, walk));
  // Links can be found behind links; a directory that was seen is not gone through again.
  for (const link of walk.links) files.push(...below(link, walk));
  const passedOver = walk.passedOver.filter((dir) => !walk.seen.has(realpathSync(dir)));
  return { files: [...new Set(files)], passedOver };
}

interface Walk {
  /** Directories by their real paths: links may lead to where one came from. */
  readonly seen: Set<string>;
  readonly links: string[];
  readonly passedOver: string[];
}

function filesAt(path: string, walk: Walk): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`${path}: there is no such file or directory`);
  return stat.isDirectory() ? below(path, walk) : [path];
}

function below(dir: string, walk: Walk): string[] {
  const real = realpathSync(dir);
  if (walk.seen.has(real)) return [];
  walk.seen.add(real);
  return entriesOf(dir).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (!isDirectory(entry, path)) return isScenario(entry.name) ? [path] : [];
    if (FOREIGN.has(entry.name)) return [];
    if (MADE.has(entry.name)) {
      if (holdsScenario(path)) walk.passedOver.push(path);
      return [];
    }
    if (!entry.isSymbolicLink()) return below(path, walk);
    // One that leads up, to the whole project or disk say, asks for more than was asked for.
    if (!isBelow(real, realpathSync(path))) walk.links.push(path);
    return [];
  });
}

const isBelow = (dir: string, other: string): boolean =>
  dir === other || dir.startsWith(join(other, '/'));

const entriesOf = (dir: string): Dirent[] =>
  readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

const holdsScenario = (dir: string): boolean =>
  entriesOf(dir).some((entry) =>
    entry.isDirectory()
      ? !FOREIGN.has(entry.name) && holdsScenario(join(dir, entry.name))
      : isScenario(entry.name),
  );

/** A link counts as what it leads to; one that leads nowhere, or in a circle, is no directory. */
function isDirectory(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
