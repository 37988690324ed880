import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { writtenText } from './written-text.ts';

/** Files of settings include others; more than these nobody has. */
const MOST_FILES = 64;

/** What git reads for a user, in every repository: the files, those that they include among them. */
export const userGitFiles = (env: NodeJS.ProcessEnv = process.env): readonly string[] =>
  withIncluded([
    join(homedir(), '.gitconfig'),
    join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git/config'),
    ...(env['GIT_CONFIG_GLOBAL'] ? [env['GIT_CONFIG_GLOBAL']] : []),
    '/etc/gitconfig',
  ]);

/** The same, and what these name for every repository: patterns of files to ignore, and attributes. */
export function gitFilesRead(env: NodeJS.ProcessEnv): readonly string[] {
  const files = userGitFiles(env);
  const dirs = [join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'git')];
  return [
    ...files,
    ...dirs.flatMap((dir) => ['ignore', 'attributes'].map((name) => join(dir, name))),
    ...files.flatMap((file) =>
      ['excludesfile', 'attributesfile']
        .flatMap((key) => named(key, file))
        .map((path) => from(homedir(), path)),
    ),
  ];
}

/**
 * Where git's settings lead, a repository's own and the user's (`files`): directories of hooks, and files that
 * they include. Whoever writes there has git run programs.
 */
export function namedByGit(dir: string, files: readonly string[]): readonly string[] {
  const own = gitDirsOf(dir).flatMap((at) => ['config', 'config.worktree'].map((n) => join(at, n)));
  const all = withIncluded(own);
  return [
    ...[...all, ...files].flatMap((file) => named('hookspath', file)).map((at) => from(dir, at)),
    ...[...all.filter((file) => !own.includes(file)), ...files],
  ];
}

/** In a worktree and in a submodule, `.git` is a file that names a directory, and that may name another one. */
function gitDirsOf(dir: string): readonly string[] {
  const [, leadsTo] = /^gitdir:\s*(.+?)\s*$/m.exec(writtenText(join(dir, '.git'))) ?? [];
  const at = leadsTo === undefined ? join(dir, '.git') : resolve(dir, leadsTo);
  const common = writtenText(join(at, 'commondir')).trim();
  return common === '' ? [at] : [at, resolve(at, common)];
}

function withIncluded(files: readonly string[]): readonly string[] {
  const all = new Set(files);
  // What is added on the way is gone over as well.
  for (const file of all)
    for (const path of named('path', file))
      if (all.size < MOST_FILES) all.add(from(dirname(file), path));
  return [...all];
}

function named(key: string, file: string): readonly string[] {
  const line = new RegExp(`(?:^|\\])\\s*${key}\\s*=\\s*"?([^"\\r\\n]+?)"?\\s*$`, 'gim');
  return [...writtenText(file).matchAll(line)].map(([, path = '']) => path);
}

const from = (dir: string, path: string): string =>
  resolve(dir, path.replace(/^~(?=\/|$)/, homedir()));
