import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A repository, and what its HEAD says; read from its files, so that no program of its runs. */
export interface GitHead {
  /** Where its files are checked out. */
  readonly root: string;
  /** Where its settings are: they may name programs. */
  readonly configs: readonly string[];
  /** The branch; without one, the commit. */
  readonly head: string;
}

/** The repository that a directory is in. */
export function gitHead(cwd: string): GitHead | undefined {
  for (let root = cwd; ; root = dirname(root)) {
    const dir = gitDirOf(root);
    if (dir !== undefined) return read(root, dir);
    if (dirname(root) === root) return undefined;
  }
}

/** In a further worktree, or a submodule, `.git` is a file that names the place. */
function gitDirOf(root: string): string | undefined {
  const at = join(root, '.git');
  const stats = statSync(at, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return at;
  const [, named] = (stats?.isFile() && /^gitdir: (.+)$/m.exec(headOf(at))) || [];
  return named === undefined ? undefined : resolve(root, named.trim());
}

function read(root: string, dir: string): GitHead | undefined {
  const text = headOf(join(dir, 'HEAD')).trim();
  const [, branch] = /^ref: refs\/heads\/(.+)$/.exec(text) ?? [];
  const [commit] = /^[0-9a-f]{40,64}$/.exec(text) ?? [];
  const head = branch ?? (commit && `detached at ${commit.slice(0, 12)}`);
  if (head === undefined) return undefined;
  const common = resolve(dir, headOf(join(dir, 'commondir')).trim() || '.');
  return { root, configs: [join(common, 'config'), join(dir, 'config.worktree')], head };
}

/** These files are one line; nothing longer is one of them. */
const MAX_BYTES = 4_096;

function headOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > MAX_BYTES) return '';
  return readFileSync(file, 'utf8');
}
