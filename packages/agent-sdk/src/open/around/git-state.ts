import { readFileSync, statSync } from 'node:fs';
import type { Start } from '@wavehooks/process';
import { plural } from '../../base/text.ts';
import type { GitHead } from './git-head.ts';

interface Asking {
  readonly start: Start;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const TIME_MS = 1_500;
const MAX_BYTES = 1024 * 1024;

/** How many files differ; undefined where git does not say so in time, or might run a program to say so. */
export async function gitState(
  { root, configs }: GitHead,
  { start, env, signal }: Asking,
): Promise<string | undefined> {
  if (configs.some(mayRunPrograms)) return undefined;
  const { outcome, stdout } = await start({
    file: 'git',
    args: [...SAFE, 'status', ...SHORT],
    cwd: root,
    env: plainEnv(env),
    stdin: Buffer.alloc(0),
    timeoutMs: TIME_MS,
    maxBytes: MAX_BYTES,
    whenCut: 'end',
    signal,
  }).ended;
  return outcome.is === 'exit' && outcome.code === 0 ? textOf(stdout) : undefined;
}

/** Nothing that the repository names watches its files, and nothing is written. */
const SAFE = ['--no-optional-locks', '--no-pager', '-c', 'core.fsmonitor=false'];
const SHORT = ['--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=all'];

/**
 * Filters run when git compares a file, what is included can hold anything, and a partial clone fetches.
 * Settings that cannot be read, or are longer than any, count as such.
 */
function mayRunPrograms(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (!stats.isFile() || stats.size > 65_536) return true;
  return /\[\s*(filter|include)|promisor|partialclone/i.test(readFileSync(file, 'utf8'));
}

/** Variables of git's could name programs and other repositories. */
const plainEnv = (env: Asking['env']): Asking['env'] => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
});

function textOf(stdout: string): string {
  const files = stdout.split('\0').filter((line) => line !== '');
  const untracked = files.filter((line) => line.startsWith('??')).length;
  const changed = files.length - untracked;
  if (files.length === 0) return 'no changes';
  return [
    ...(changed > 0 ? [`${plural(changed, 'file')} changed`] : []),
    ...(untracked > 0 ? [`${untracked} untracked`] : []),
  ].join(', ');
}
