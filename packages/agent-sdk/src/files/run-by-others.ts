import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namedByGit, userGitFiles } from './git-names.ts';
import { isWithin } from './paths.ts';

/** What editors, other agents, CI and hook managers run when they find it in a directory, outside of any sandbox. */
export const RUN_BY_OTHERS: readonly string[] = [
  ...['.claude', '.codex', '.cursor', '.gemini', '.opencode', '.pi', '.qwen', 'opencode.json'],
  ...['.devcontainer', '.exrc', '.idea', '.nvim.lua', '.nvimrc', '.vimrc', '.vscode', '.zed'],
  ...['.envrc', '.mise', '.mise.local.toml', '.mise.toml', 'mise.local.toml', 'mise.toml'],
  ...['.husky', '.pre-commit-config.yaml'],
  ...['json', 'toml', 'yaml', 'yml'].flatMap((kind) =>
    ['lefthook', 'lefthook-local'].flatMap((name) => [`${name}.${kind}`, `.${name}.${kind}`]),
  ),
  ...['.circleci', '.github/hooks', '.github/workflows', '.gitlab-ci.yml'],
];

/** Run only where git's settings name it, and guarded by that. */
export const HOOK_DIRS: readonly string[] = ['.githooks'];

/** Without `.git`, git takes a directory for a repository that has this and two more: then its own settings count. */
export const MAKES_REPOSITORY = 'HEAD';

/** Whether one of these roots holds a file that others run by themselves, or that git is led to. */
export const isRunByOthers = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => placesIn(root).some((place) => isWithin(place, path)));

const placesIn = (root: string): readonly string[] => [
  ...[...RUN_BY_OTHERS, ...HOOK_DIRS].map((name) => join(root, name)),
  ...(existsSync(join(root, '.git')) ? [] : [join(root, MAKES_REPOSITORY)]),
  ...namedByGit(root, userGitFiles()),
];
