import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { startFiles } from './start-files.ts';

/** Directories and files that guard the agent, wherever they are. */
const GUARDED_NAMES: ReadonlySet<string> = new Set(['.wave', '.git', '.mcp.json']);

type RealPath = (path: string) => string | undefined;
/** What is there, links not followed; undefined for nothing. */
type KindOf = (path: string) => string | undefined;

/**
 * Tells whether a path is a thing that guards the agent, as it is named or by where it ends. Asked by name for
 * any place, and by real path for what the names of this project and this user lead to, which is found out once.
 */
export function guardOf(
  projectDir: string,
  realPath: RealPath,
  kind: KindOf,
): (path: string, end: string) => boolean {
  let roots: ReadonlySet<string> | undefined;
  const isBelow = (path: string) => {
    roots ??= new Set(
      guardedRoots(projectDir, kind).flatMap((root) => [fold(root), fold(realPath(root) ?? root)]),
    );
    return hasAbove(roots, path);
  };
  const guards = (path: string) => hasGuardedName(path) || isBelow(path);
  return (path, end) => guards(fold(path)) || (end !== path && guards(fold(end)));
}

function hasAbove(roots: ReadonlySet<string>, path: string): boolean {
  if (roots.has(path)) return true;
  const above = dirname(path);
  return above !== path && hasAbove(roots, above);
}

/** Whether a part of the path has a guarded name. */
const hasGuardedName = (path: string): boolean =>
  path.split(sep).some((part) => GUARDED_NAMES.has(part));

/** Directories of other agents: they guard this one where hooks are read from them. */
const PERHAPS: readonly string[] = ['.claude'];

export const guardedNames = (isGuarded: (name: string) => boolean): readonly string[] => [
  ...GUARDED_NAMES,
  ...PERHAPS.filter(isGuarded),
];

/** File names there differ by more than case. */
const fold = (path: string) => (process.platform === 'darwin' ? path.toLowerCase() : path);

const guardedRoots = (projectDir: string, kind: KindOf): readonly string[] => [
  join(homedir(), '.wave'),
  ...startFiles(),
  ...[...GUARDED_NAMES].map((name) => join(projectDir, name)),
  ...gitDirs(projectDir, kind),
];

/** In a worktree `.git` is a file that names the directory, and that may name a shared one. */
function gitDirs(projectDir: string, kind: KindOf): readonly string[] {
  const named = pointerIn(projectDir, kind);
  if (named === undefined) return [];
  const shared = firstLine(join(named, 'commondir'));
  return shared === undefined ? [named] : [named, resolve(named, shared)];
}

function pointerIn(dir: string, kind: KindOf): string | undefined {
  const own = join(dir, '.git');
  const is = kind(own);
  const line = is === undefined || is === 'directory' ? undefined : firstLine(own);
  const target = /^gitdir: (.+)$/.exec(line ?? '')?.[1];
  if (target !== undefined) return resolve(dir, target);
  return dirname(dir) === dir ? undefined : pointerIn(dirname(dir), kind);
}

function firstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/, 1)[0];
  } catch {
    return undefined;
  }
}
