import { start } from '@wavehooks/process';
import { makeRedactor } from '@wavehooks/settings/log';
import { middleOut } from '../cli/text.ts';

const MAX_BYTES = 60_000;
const TIMEOUT_MS = 15_000;

type Env = Readonly<Record<string, string | undefined>>;

/** A repository's own settings, and those of its submodules, may name programs to run: none of them does. */
const SAFE = ['--no-optional-locks', '--no-pager', '-c', 'core.fsmonitor=false'];
const APART = '--ignore-submodules=dirty';

/** Objects that a clone left out would be fetched by a program that its remote names. */
const NO_FETCH = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' };

const PLAIN = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short', APART];
/** A file may have the same name. */
const diffTo = (commit: string) => ['diff', ...PLAIN, commit, '--'];
const STATUS = ['status', '--porcelain', '--untracked-files=normal', APART];
const FILTERS = ['config', '--includes', '--show-scope', '--name-only', '-z', '--get-regexp'];

/** How the working tree differs from its last commit, within a bound; a note when git cannot say. */
export async function readDiff(cwd: string, env: Env, signal: AbortSignal): Promise<string> {
  const filters = await git([...FILTERS, '^filter\\.'], cwd, env, signal);
  if ('problem' in filters && filters.code !== NONE_FOUND) return `(no diff: ${filters.problem})`;
  if ('text' in filters && filters.isCut) return `(no diff: ${TOO_MANY})`;
  const safe = { ...env, ...withoutFilters('text' in filters ? filters.text : '', env) };
  const run = (args: string[]) => git(args, cwd, safe, signal);
  const status = await run(STATUS);
  if ('problem' in status) return `(no diff: ${status.problem})`;
  const last = await run(diffTo('HEAD'));
  const diff = 'problem' in last ? ((await diffToNothing(run)) ?? last) : last;
  const changes = 'problem' in diff ? `(no diff: ${diff.problem})` : diff.text;
  if (status.text.trim() === '') return '(the working tree is as it was committed)';
  return `${status.text}\n${changes}`;
}

const NONE_FOUND = 1;
const TOO_MANY = 'the settings of the repository name more filters than can be switched off';

/** Before the first commit all is new; undefined when there is one. */
async function diffToNothing(run: (args: string[]) => Promise<Said>): Promise<Said | undefined> {
  const head = await run(['rev-parse', '--verify', '--quiet', 'HEAD']);
  if (!('problem' in head) || head.code !== NONE_FOUND) return undefined;
  const empty = await run(['hash-object', '-t', 'tree', '--stdin']);
  return 'problem' in empty ? empty : run(diffTo(empty.text.trim()));
}

/** Settings that are the user's own. */
const TRUSTED: ReadonlySet<string> = new Set(['system', 'global']);

/** Variables that switch off the filters that a repository's settings name: pairs of scope and name. */
function withoutFilters(listed: string, env: Env): Env {
  const words = listed.split('\0');
  const names = words.filter((_, at) => at % 2 === 1 && !TRUSTED.has(words[at - 1] ?? ''));
  const first = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const pairs = names.flatMap((name, at) => [
    [`GIT_CONFIG_KEY_${first + at}`, name],
    [`GIT_CONFIG_VALUE_${first + at}`, name.endsWith('.required') ? 'false' : ''],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: `${first + names.length}` };
}

type Said =
  | { readonly text: string; readonly isCut?: true }
  | { readonly problem: string; readonly code: number | undefined };

async function git(args: string[], cwd: string, env: Env, signal: AbortSignal): Promise<Said> {
  const { outcome, stdout, stderr } = await start({
    file: 'git',
    args: [...SAFE, ...args],
    cwd,
    env: { ...env, ...NO_FETCH, GIT_TERMINAL_PROMPT: '0' },
    stdin: Buffer.alloc(0),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  }).ended;
  if (outcome.is === 'exit' && outcome.code === 0) return { text: stdout };
  if (outcome.is === 'cut') return { text: `${stdout}\n(the rest is left out)`, isCut: true };
  const why = outcome.is === 'start' ? outcome.error : stderr.trim();
  const problem =
    middleOut(makeRedactor(env)(why), 300) || `git ended with ${JSON.stringify(outcome)}`;
  return { problem, code: outcome.is === 'exit' ? outcome.code : undefined };
}
