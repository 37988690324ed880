import { start } from 'wave-hooks';
import { middleOut } from '../cli/text.ts';

const MAX_BYTES = 60_000;
const TIMEOUT_MS = 15_000;

type Env = Readonly<Record<string, string | undefined>>;

/** A repository's own settings may name programs to run: none of them does. */
const SAFE = ['--no-optional-locks', '--no-pager', '-c', 'core.fsmonitor=false'];

const DIFF = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', 'HEAD'];
const STATUS = ['status', '--porcelain', '--untracked-files=normal'];

/** How the working tree differs from its last commit, within a bound; a note when git cannot say. */
export async function readDiff(cwd: string, env: Env, signal: AbortSignal): Promise<string> {
  const status = await git(STATUS, cwd, env, signal);
  if ('problem' in status) return `(no diff: ${status.problem})`;
  const diff = await git(DIFF, cwd, env, signal);
  const changes = 'problem' in diff ? `(no diff: ${diff.problem})` : diff.text;
  if (status.text.trim() === '') return '(the working tree is as it was committed)';
  return `${status.text}\n${changes}`;
}

async function git(args: string[], cwd: string, env: Env, signal: AbortSignal) {
  const { outcome, stdout, stderr } = await start({
    file: 'git',
    args: [...SAFE, ...args],
    cwd,
    env: { ...env, GIT_TERMINAL_PROMPT: '0' },
    stdin: Buffer.alloc(0),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  }).ended;
  if (outcome.is === 'exit' && outcome.code === 0) return { text: stdout };
  if (outcome.is === 'cut') return { text: `${stdout}\n(the rest is left out)` };
  const why = outcome.is === 'start' ? outcome.error : stderr.trim();
  return { problem: middleOut(why, 300) || `git ended with ${JSON.stringify(outcome)}` };
}
