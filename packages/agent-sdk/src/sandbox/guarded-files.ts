import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lookAtMachine } from '@wavehooks/process/sandbox';
import { namedByGit, userGitFiles } from '../files/git-names.ts';
import { HOOK_DIRS, MAKES_REPOSITORY, runByOthersIn } from '../files/run-by-others.ts';
import { startFiles } from '../files/start-files.ts';
import { writtenText } from '../files/written-text.ts';

/**
 * What may not be made or changed in a directory that commands write in: it guards the agent, or other programs
 * run by themselves what it names, outside of any sandbox.
 */
const alwaysIn = (root: string): readonly string[] => [
  join(root, '.wave'),
  join(root, '.mcp.json'),
  ...runByOthersIn(root),
];

/** How deep repositories inside of the project are looked for, and in how many directories. */
const DEPTH = 3;
const MOST_DIRS = 400;

/** What guards the agent in directories that commands may write in: `always` also where it is not there yet. */
export interface GuardedFiles {
  readonly always: readonly string[];
  readonly whereThere: readonly string[];
  /** Files of git that lead it to other settings: it would not work with a bar in their place. */
  readonly standIns: readonly string[];
}

/**
 * `known` are repositories that were found before, and takes in those that are found now: a command that makes
 * very many directories does not free them.
 */
export function guardedFiles(
  roots: readonly string[],
  pinned: readonly string[],
  known: Set<string>,
): GuardedFiles {
  for (const dir of known) if (!isThere(join(dir, '.git'))) known.delete(dir);
  for (const dir of roots.flatMap(repositoriesIn)) known.add(dir);
  const nested = [...known];
  const ofUser = userGitFiles();
  const gitDirs = [
    ...[...roots, ...nested].map((dir) => join(dir, '.git')),
    ...roots.filter(isGitDir),
  ];
  return {
    standIns: gitDirs.flatMap(leadingAway),
    always: [
      ...roots.flatMap(alwaysIn),
      ...roots.filter((root) => !isThere(join(root, '.git'))).flatMap(asRepository),
      ...gitDirs.flatMap((dir) => ['hooks', 'config', 'modules'].map((name) => join(dir, name))),
      ...[...roots, ...nested].flatMap((dir) => namedByGit(dir, ofUser)),
      ...startFiles(),
    ],
    whereThere: [...roots.flatMap((root) => HOOK_DIRS.map((name) => join(root, name))), ...pinned],
  };
}

/** Of a repository and of those that are its worktrees elsewhere: there, git reads them as well. */
function leadingAway(gitDir: string): readonly string[] {
  const trees = join(gitDir, 'worktrees');
  const dirs = [gitDir, ...entriesIn(trees).map(({ name }) => join(trees, name))];
  const names = hasWorktreeConfig(gitDir) ? ['commondir', 'config.worktree'] : ['commondir'];
  return dirs.flatMap((dir) => names.map((name) => join(dir, name)));
}

/** Only then git reads `config.worktree`. */
const hasWorktreeConfig = (gitDir: string): boolean =>
  /\bworktreeconfig\b/i.test(writtenText(join(gitDir, 'config')));

/** Without `.git`, git takes a directory for a repository that has these: then its own settings count. */
const asRepository = (root: string): readonly string[] =>
  isGitDir(root) ? [] : [join(root, MAKES_REPOSITORY)];

const isGitDir = (dir: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => isThere(join(dir, name)));

/** What only another sandbox put there is not. */
const isThere = (path: string): boolean => lookAtMachine(path).is !== 'missing';

/** Directories below one that are repositories of their own. */
function repositoriesIn(root: string): readonly string[] {
  const found: string[] = [];
  let left = MOST_DIRS;
  let level = [root];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const dir of level) {
      if (left-- <= 0) return found;
      const entries = entriesIn(dir);
      // A file in a submodule and in a worktree: it names the directory.
      if (dir !== root && entries.some(({ name }) => name === '.git')) found.push(dir);
      const below = entries.filter((one) => one.isDirectory() && !SKIPPED.test(one.name));
      next.push(...below.map(({ name }) => join(dir, name)));
    }
    level = next;
  }
  return found;
}

const SKIPPED = /^(\.git|node_modules|target|dist|build|\.venv|venv)$/;

function entriesIn(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
