import '../../../../test/built.ts';
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { until } from '../../../../test/until.ts';
import { type Place, type Result, startWave, wave } from '../helpers.ts';

export const PROGRAM = fileURLToPath(new URL('../../dist/wave-guard', import.meta.url));

const BUILD = readFileSync(join(PROGRAM, '../build-id'), 'utf8').split('\n')[0] as string;

export const runDir = ({ home }: Pick<Place, 'home'>) => join(home, '.wave/run');
export const socketIn = (where: Pick<Place, 'home'>) => join(runDir(where), BUILD);

export interface How {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly words?: readonly string[];
  /** What runs the program. */
  readonly shell?: readonly string[];
  readonly program?: string;
  /** How long the agent takes before it writes the event. */
  readonly afterMs?: number;
  /** Descriptors beside the usual three. */
  readonly stdio?: readonly ('ignore' | number)[];
}

/** What the program asks with, and how it comes to that: options for perl are not for it. */
export const CLIENTS = [
  ['perl', {}],
  ['curl', { PERL5OPT: '-w' }],
] as const satisfies readonly (readonly [string, Readonly<Record<string, string>>])[];

export interface Asking {
  readonly child: ChildProcess;
  readonly ended: Promise<Result>;
}

/** Runs the program of the entries as an agent does: the event on stdin. */
export function startAsking(where: Place, event: unknown, how: How = {}): Asking {
  const [shell = 'sh', ...first] = how.shell ?? ['sh'];
  const words = how.words ?? [`--node=${process.execPath}`, 'claude-code'];
  const child = spawn(shell, [...first, how.program ?? PROGRAM, ...words], {
    cwd: how.cwd ?? where.project,
    env: { ...process.env, HOME: where.home, ...how.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', ...(how.stdio ?? [])],
  }) as ChildProcessWithoutNullStreams;
  const result: Result = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    result.stderr += text;
  });
  child.stdin.on('error', () => {});
  const text = typeof event === 'string' ? event : JSON.stringify(event);
  const writing = setTimeout(() => child.stdin.end(text), how.afterMs ?? 0);
  return {
    child,
    ended: new Promise((resolve) => {
      child.on('close', (code) => {
        clearTimeout(writing);
        resolve({ ...result, code });
      });
    }),
  };
}

export const ask = (where: Place, event: unknown, how?: How): Promise<Result> =>
  startAsking(where, event, how).ended;

/** The same event without the resident. */
export const askDirectly = (where: Place, event: unknown, how: How = {}): Promise<Result> =>
  ask(where, event, { ...how, env: { ...how.env, WAVE_GUARD_RESIDENT: 'off' } });

/** Starts a resident that ends with the test. */
export async function resident(where: Place, idle = '60'): Promise<ChildProcess> {
  const { child, ended } = startWave(['guard', 'serve', '--idle', idle], where);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await until(() => existsSync(socketIn(where)));
  return child;
}

/** Ends the resident that an answer starts. */
export const stopsResident = (where: Place) =>
  onTestFinished(async () => {
    await until(async () => (await answeredBy(where)) !== undefined);
    await wave(['guard', 'stop'], where);
  });

/** How many events a resident has answered; undefined where there is none. */
export async function answeredBy(where: Place): Promise<number | undefined> {
  const { stdout } = await wave(['guard', 'status', '--json'], where);
  return JSON.parse(stdout).residents[0]?.events;
}

export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // In many containers nobody reaps what has ended.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/^\d+ \(.*\) [ZX]/s.test(readFileSync(stat, 'latin1'));
};

export const bash = (command: string, more: object = {}) => ({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  ...more,
});

/** The user's settings with one hook for every tool. */
export function guardedBy(where: Place, command: string, more: object = {}): Place {
  const hook = { type: 'command', name: 'guard', command, ...more };
  where.write('home/.wave/settings.json', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  return where;
}
