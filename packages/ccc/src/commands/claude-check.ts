import { start } from '@wavehooks/process';
import { NEEDED, UNKEPT } from '../reviewer/claude.ts';
import { type Env, error, type Finding, note, ok } from './finding.ts';

const HELP_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

/** Whether the `claude` on the PATH knows the options that a review needs. */
export async function claudeFindings(env: Env): Promise<Finding[]> {
  const help = start({
    file: 'claude',
    args: ['--help'],
    cwd: process.cwd(),
    env: { ...env, CCC_SUPERVISOR_HOOK: '1' },
    stdin: Buffer.alloc(0),
    timeoutMs: HELP_MS,
    maxBytes: MAX_BYTES,
  });
  const { outcome, stdout } = await help.ended;
  if (outcome.is === 'start') return [error('the reviewer is claude, which is not on the PATH')];
  const found = ok('the reviewer is claude, which is on the PATH');
  const lacks = (option: string) => !new RegExp(`${option}(?![\\w-])`).test(stdout);
  if (outcome.is !== 'exit' || outcome.code !== 0)
    return [found, note('"claude --help" fails, so it is not known whether it can review')];
  const needed = NEEDED.filter(lacks);
  if (needed.length > 0)
    return [
      error(`the reviewer is claude, and its version has no ${needed.join(', ')}: update it`),
    ];
  return lacks(UNKEPT)
    ? [found, note(`this version of claude has no ${UNKEPT}: each review leaves a session behind`)]
    : [found];
}
