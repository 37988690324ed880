import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namedByGit, userGitFiles } from './git-names.ts';
import { isWithin } from './paths.ts';

/** What editors, other agents, CI and hook managers run when they find it in a directory, outside of any sandbox. */
const RUN_BY_OTHERS: readonly string[] = [
  ...['.claude', '.codex', '.cursor', '.gemini', '.opencode', '.pi', '.qwen', 'opencode.json'],
  ...['.devcontainer', '.exrc', '.idea', '.nvim.lua', '.nvimrc', '.vimrc', '.vscode', '.zed'],
  ...['.envrc', '.mise', '.mise.local.toml', '.mise.toml', 'mise.local.toml', 'mise.toml'],
  ...['.husky', '.lefthook.yml', '.pre-commit-config.yaml', 'lefthook-local.yml'],
  ...['json', 'toml', 'yaml', 'yml'].map((kind) => `lefthook.${kind}`),
  ...['.circleci', '.github/hooks', '.github/workflows', '.gitlab-ci.yml'],
];

/** Read together: where one of them is there, each of the others changes what is run. */
const TOGETHER: readonly string[] = ['json', 'toml', 'yaml', 'yml'].flatMap((kind) =>
  ['lefthook', 'lefthook-local'].flatMap((name) => [`${name}.${kind}`, `.${name}.${kind}`]),
);

/** All of it that counts in a directory, be it there or not. */
export function runByOthersIn(root: string): readonly string[] {
  const isFile = (name: string) =>
    statSync(join(root, name), { throwIfNoEntry: false })?.isFile() === true;
  return [...RUN_BY_OTHERS, ...(TOGETHER.some(isFile) ? TOGETHER : [])].map((name) =>
    join(root, name),
  );
}

/** Run only where git's settings name it, and guarded by that. */
export const HOOK_DIRS: readonly string[] = ['.githooks'];

/** Without `.git`, git takes a directory for a repository that has this and two more: then its own settings count. */
export const MAKES_REPOSITORY = 'HEAD';

/** Whether one of these roots holds a file that others run by themselves, or that git is led to. */
export const isRunByOthers = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => placesIn(root).some((place) => isWithin(place, path)));

const placesIn = (root: string): readonly string[] => [
  ...runByOthersIn(root),
  ...HOOK_DIRS.map((name) => join(root, name)),
  ...(existsSync(join(root, '.git')) ? [] : [join(root, MAKES_REPOSITORY)]),
  ...namedByGit(root, userGitFiles()),
];
