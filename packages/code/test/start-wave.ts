import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needBuild } from '../../../test/need-build.ts';
import type { Place } from './helpers.ts';
import { runsHere, waveHere } from './in-process.ts';

export const WAVE = fileURLToPath(new URL('../bin/wave.cjs', import.meta.url));

/** What wave adds to the environment of its hooks, for those that a test runs by itself. */
export const HOOK_ENV = {
  PATH: `${process.env['PATH']}:${dirname(WAVE)}`,
  WAVE_NODE: process.execPath,
} as const;

export interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface More {
  readonly stdin?: string;
  /** Its input stays open, for what is typed later. */
  readonly typing?: true;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs `wave`: the built one as a process, or the command alone where a process proves nothing more. */
export const wave = (
  args: string[],
  where: Pick<Place, 'home' | 'project'>,
  more: More = {},
): Promise<Result> =>
  runsHere(args) && !Object.keys(more.env ?? {}).some(isForProcess)
    ? waveHere(args, { ...more, cwd: more.cwd ?? where.project, env: asBegun(envOf(where, more)) })
    : startWave(args, where, more).ended;

/** What only a process of its own reads, or keeps for all that follows in it. */
const isForProcess = (name: string): boolean => /^(NODE|OTEL)_/.test(name);

const envOf = ({ home }: Pick<Place, 'home'>, { env }: More) => ({
  ...process.env,
  ...{ HOME: home, NO_COLOR: '1' },
  ...env,
});

/** What `bin/start.cjs` makes of it. */
const asBegun = (env: NodeJS.ProcessEnv) => ({
  ...env,
  ...{ PATH: `${env['PATH']}:${dirname(WAVE)}`, WAVE_NODE: process.execPath },
});

/** The built `wave`, with a process to send signals to while it runs. */
export function startWave(
  args: string[],
  { home, project }: Pick<Place, 'home' | 'project'>,
  more: More = {},
): { child: ChildProcessWithoutNullStreams; result: Result; ended: Promise<Result> } {
  needBuild();
  const child = spawn(process.execPath, [WAVE, ...args], {
    cwd: more.cwd ?? project,
    env: envOf({ home }, more),
  });
  const result: Result = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.stderr += text;
  });
  child.stdin.on('error', () => {});
  if (!more.typing) child.stdin.end(more.stdin ?? '');
  const ended = new Promise<Result>((resolve) => {
    child.on('close', (code) => resolve({ ...result, code }));
  });
  return { child, result, ended };
}
