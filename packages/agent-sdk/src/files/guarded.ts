import { homedir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { startFiles } from './start-files.ts';
import { writtenText } from './written-text.ts';

/** Directories and files that guard the agent, wherever they are. */
const GUARDED_NAMES: ReadonlySet<string> = new Set(['.wave', '.git', '.mcp.json']);

/** What is asked of the file system. */
export interface Looks {
  /** Links followed; undefined for links in a circle. */
  real(path: string): string | undefined;
  /** What is there, links not followed; undefined for nothing. */
  kind(path: string): string | undefined;
  /** What is in a directory, where that is known already. */
  listing(dir: string): ReadonlyMap<string, string> | undefined;
}

/**
 * Tells whether a path is a thing that guards the agent, as it is named or by where it ends. Asked by name for
 * any place, and by real path for what the names of this project and this user lead to, which is found out once.
 */
export function guardOf(projectDir: string, looks: Looks): (path: string, end: string) => boolean {
  let roots: readonly ReadonlySet<string>[] | undefined;
  const isBelow = (path: string) => {
    roots ??= rootsOf(projectDir, looks);
    return hasAbove(roots, path);
  };
  const guards = (path: string) => hasGuardedName(path) || isBelow(path);
  return (path, end) => guards(fold(path)) || (end !== path && guards(fold(end)));
}

function hasAbove(roots: readonly ReadonlySet<string>[], path: string): boolean {
  for (const set of roots) if (set.has(path)) return true;
  const above = dirname(path);
  return above !== path && hasAbove(roots, above);
}

/** The paths by their names, and others that they lead to. */
function rootsOf(projectDir: string, looks: Looks): readonly ReadonlySet<string>[] {
  const { paths, names } = namedRoots(projectDir);
  const others = gitDirs(projectDir, looks).flatMap((dir) => [dir, looks.real(dir) ?? dir]);
  for (const [dir, inDir] of names) {
    const listed = looks.real(dir) === dir ? looks.listing(dir) : undefined;
    for (const name of inDir) {
      // What is no link leads nowhere else.
      if (listed && listed.get(name) !== 'link') continue;
      const end = looks.real(join(dir, name));
      if (end !== undefined) others.push(end);
    }
  }
  return others.length === 0 ? [paths] : [paths, new Set(others.map(fold))];
}

interface Named {
  readonly paths: ReadonlySet<string>;
  /** The same by their directories. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** The same for every decision, as long as the project and the places of the start files are. */
function namedRoots(projectDir: string): Named {
  const files = startFiles();
  if (last?.files === files && last.projectDir === projectDir) return last.named;
  const all = [
    join(homedir(), '.wave'),
    ...files,
    ...[...GUARDED_NAMES].map((name) => join(projectDir, name)),
  ];
  const names = new Map<string, string[]>();
  for (const path of all)
    names.set(dirname(path), [...(names.get(dirname(path)) ?? []), basename(path)]);
  last = { files, projectDir, named: { paths: new Set(all.map(fold)), names } };
  return last.named;
}

let last:
  | { readonly files: readonly string[]; readonly projectDir: string; readonly named: Named }
  | undefined;

/** Whether a part of the path has a guarded name. Each begins with a dot. */
const hasGuardedName = (path: string): boolean =>
  path.includes(`${sep}.`) && path.split(sep).some((part) => GUARDED_NAMES.has(part));

/** Directories of other agents: they guard this one where hooks are read from them. */
const PERHAPS: readonly string[] = ['.claude'];

export const guardedNames = (isGuarded: (name: string) => boolean): readonly string[] => [
  ...GUARDED_NAMES,
  ...PERHAPS.filter(isGuarded),
];

/** File names there differ by more than case. */
const fold = (path: string) => (process.platform === 'darwin' ? path.toLowerCase() : path);

/** In a worktree `.git` is a file that names the directory, and that may name a shared one. */
function gitDirs(projectDir: string, looks: Looks): readonly string[] {
  const named = pointerIn(projectDir, looks);
  if (named === undefined) return [];
  const shared = firstLine(join(named, 'commondir'));
  return shared === undefined ? [named] : [named, resolve(named, shared)];
}

function pointerIn(dir: string, looks: Looks): string | undefined {
  const own = join(dir, '.git');
  const is = looks.kind(own);
  const line = is === undefined || is === 'directory' ? undefined : firstLine(own);
  const target = /^gitdir: (.+)$/.exec(line ?? '')?.[1];
  if (target !== undefined) return resolve(dir, target);
  return dirname(dir) === dir ? undefined : pointerIn(dirname(dir), looks);
}

const firstLine = (file: string): string | undefined =>
  writtenText(file).split(/\r?\n/, 1)[0] || undefined;
