import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import type { Launcher } from '../../src/launcher/launcher.ts';
import { MAX_SPARES } from '../../src/launcher/spare.ts';
import { type ProcessSpec, start } from '../../src/running/start.ts';
import { ready } from './ready.ts';

const ENV = { ...process.env, WAVE_TRIAL: ' a  b\n', 'an-odd-name': 'x' };

const specOf = (command: string, more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  file: '/bin/sh',
  args: ['-c', command],
  cwd: '/',
  env: ENV,
  stdin: Buffer.from('{"an":"input"}\n'),
  timeoutMs: 20_000,
  maxBytes: 1024 * 1024,
  ...more,
});

const run = async (launcher: Launcher, command: string, more: Partial<ProcessSpec> = {}) =>
  (await launcher.start(specOf(command, more)).ended).stdout;

/** The shells that wait as children of the launcher. */
function waiting({ pid }: Launcher): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,pid=,stat=,args='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , stat, ...args]) => {
      const isOurs = Number(parent) === pid && !stat?.startsWith('Z');
      return isOurs && args.join(' ').includes('read -r wave_command');
    })
    .map(([, own = '']) => own);
}

/** Has the launcher run one command, and waits for the shell that it starts after it. */
async function spareOf(launcher: Launcher, more: Partial<ProcessSpec> = {}): Promise<string> {
  await run(launcher, 'true', more);
  for (let tries = 0; tries < 500; tries++) {
    const [pid] = waiting(launcher);
    if (pid !== undefined) return pid;
    await wait(10);
  }
  throw new Error('there is no spare');
}

/** All that a program can see of how it was started, but for its own number. */
const SEEN = [
  'echo "$0|$#|$-|$PPID"; pwd; umask; env | LC_ALL=C sort; ulimit -a; trap',
  'cat; cat /dev/stdin; ps -o args= -p $$; echo $(ps -o pgid=,sid= -p $$ | sed "s/$$/own/g")',
  'for fd in 0 1 2 3 4 5 6 7 8 9; do test -e /proc/$$/fd/$fd && echo open $fd; done; exit 3',
].join('; ');

const RUN = /^WAVE_RUN=:wave-[^:\s]+:$/m;

test('a shell that waited is as one that did not', async () => {
  const launcher = await ready();
  const spare = await spareOf(launcher);
  expect(await run(launcher, 'echo $$')).toBe(`${spare}\n`);
  await spareOf(launcher);
  const ahead = await launcher.start(specOf(SEEN)).ended;
  const direct = await start(specOf(SEEN)).ended;
  // Who started it and the mark of its run are different for each.
  const comparable = (text: string) =>
    text.replaceAll(/\|\d+$/gm, '|the one who started it').replace(RUN, 'WAVE_RUN=its own');
  expect(comparable(ahead.stdout)).toBe(comparable(direct.stdout));
  expect({ ...ahead, stdout: '', ms: 0 }).toEqual({ ...direct, stdout: '', ms: 0 });
  expect(ahead.outcome).toEqual({ is: 'exit', code: 3 });
});

const EXTRA = {
  TRACEPARENT: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`,
  TRACESTATE: 'x=1,y=a:b',
};

test('variables of one start alone do not cost the shell that waits', async () => {
  const launcher = await ready();
  const places = 'echo $$ "$TRACEPARENT" "$TRACESTATE"';
  for (const place of ['c3', 'd4']) {
    const spare = await spareOf(launcher);
    const extra = { ...EXTRA, TRACEPARENT: EXTRA.TRACEPARENT.replaceAll('b2', place) };
    // The environment is the one object that it was, so the same shell takes it.
    expect(await run(launcher, places, { extra })).toBe(
      `${spare} ${extra.TRACEPARENT} ${extra.TRACESTATE}\n`,
    );
  }
  const spare = await spareOf(launcher);
  expect(await run(launcher, places)).toBe(`${spare}  \n`);
  // What it starts in turn finds them as well, and stdin is what it was.
  await spareOf(launcher);
  expect(await run(launcher, 'env | grep ^TRACE | sort; cat', { extra: EXTRA })).toBe(
    `TRACEPARENT=${EXTRA.TRACEPARENT}\nTRACESTATE=${EXTRA.TRACESTATE}\n{"an":"input"}\n`,
  );
});

test.each([
  ['a quote', { TRACESTATE: "a'; touch /tmp/never; echo 'b" }],
  ['a line break', { TRACESTATE: 'a\nb' }],
  ['more than a shell should read', { TRACESTATE: 'a'.repeat(700) }],
])('%s in such a variable starts a shell of its own', async (_, extra) => {
  const launcher = await ready();
  const spare = await spareOf(launcher);
  const ran = await run(launcher, 'echo $$; env', { extra });
  expect(ran.split('\n')[0]).not.toBe(spare);
  for (const [name, value] of Object.entries(extra)) expect(ran).toContain(`${name}=${value}`);
});

test.each([
  ['spaces and quotes', `  printf '%s\\n' "a  b" '$HOME' \\\\ '\\t' # `],
  ['signs of other scripts', "printf '%s' 'ü 漢 🎉'"],
  ['bytes that some shells use for themselves', "printf '%s' 'ā Ё ň \u0001 \u007f'"],
  ['nothing', ''],
  ['a carriage return', "printf '[%s]' '\r'"],
  ['what looks like an option', '-x'],
  ['a line break', "printf '%s' 'a\nb'"],
  ['more than a shell should read', `printf '%s' '${'x'.repeat(5_000)}'`],
  ['a syntax error', "echo 'open"],
])('a command with %s is the same command', async (_name, command) => {
  const launcher = await ready();
  await spareOf(launcher);
  const ahead = await launcher.start(specOf(command)).ended;
  const direct = await start(specOf(command)).ended;
  expect({ ...ahead, ms: 0 }).toEqual({ ...direct, ms: 0 });
});

test('another directory, environment or mask has no use for it', async () => {
  const launcher = await ready();
  const spare = await spareOf(launcher);
  const dir = tempDir();
  expect(await run(launcher, 'pwd; echo $$', { cwd: dir })).not.toContain(spare);
  await spareOf(launcher);
  expect(await run(launcher, 'echo $OTHER', { env: { ...ENV, OTHER: '1' } })).toBe('1\n');
  const named = { env: { ...ENV, wave_command: 'mine' } };
  await run(launcher, 'true', named);
  expect(await run(launcher, 'echo $wave_command', named)).toBe('mine\n');
  await spareOf(launcher);
  const before = process.umask(0o077);
  try {
    expect(await run(launcher, 'umask')).toBe('0077\n');
  } finally {
    process.umask(before);
  }
});

test('a directory that was replaced is the new one', async () => {
  const dir = join(tempDir(), 'work');
  mkdirSync(dir);
  const launcher = await ready();
  await spareOf(launcher, { cwd: dir });
  renameSync(dir, `${dir}.old`);
  mkdirSync(dir);
  expect(await run(launcher, 'echo here >file', { cwd: dir })).toBe('');
  expect([existsSync(join(dir, 'file')), existsSync(join(`${dir}.old`, 'file'))]).toEqual([
    true,
    false,
  ]);
  await spareOf(launcher, { cwd: dir });
  rmSync(dir, { recursive: true });
  expect((await launcher.start(specOf('pwd', { cwd: dir })).ended).outcome.is).toBe('start');
});

test('a directory that cannot be looked at any more is told as without the launcher', async () => {
  const dir = join(tempDir(), 'work');
  mkdirSync(dir);
  const launcher = await ready();
  const { pid } = launcher;
  await spareOf(launcher, { cwd: dir });
  rmSync(dir, { recursive: true });
  symlinkSync(dir, dir);
  const ahead = await launcher.start(specOf('pwd', { cwd: dir })).ended;
  const direct = await start(specOf('pwd', { cwd: dir })).ended;
  expect({ ...ahead, ms: 0 }).toEqual({ ...direct, ms: 0 });
  expect(await run(launcher, 'echo $PPID')).toBe(`${pid}\n`);
});

test('a directory whose owner or mode was changed has no use for it', async () => {
  const dir = tempDir();
  const launcher = await ready();
  const spare = await spareOf(launcher, { cwd: dir });
  chmodSync(dir, 0o711);
  expect(await run(launcher, 'echo $$', { cwd: dir })).not.toBe(`${spare}\n`);
});

test('one that somebody ended is not missed', async () => {
  const launcher = await ready();
  const spare = await spareOf(launcher);
  process.kill(Number(spare), 'SIGKILL');
  // Whether the launcher has heard of it or not: a guard that did not run has not passed.
  const { outcome, stdout } = await launcher.start(specOf('echo on')).ended;
  expect([
    { outcome: { is: 'exit', code: 0 }, stdout: 'on\n' },
    { outcome: { is: 'signal', signal: 'SIGKILL' }, stdout: '' },
  ]).toContainEqual({ outcome, stdout });
  expect(await run(launcher, 'echo on')).toBe('on\n');
});

/** Has it run so many at once, and waits until so many wait. */
async function sparesOf(launcher: Launcher, many: number, waits: number): Promise<string[]> {
  await Promise.all(Array.from({ length: many }, (_, n) => run(launcher, `: ${n}`)));
  for (let tries = 0; tries < 500 && waiting(launcher).length !== waits; tries++) await wait(10);
  return waiting(launcher).toSorted();
}

test('as many wait as were wanted at once, also where a command of another kind came between', async () => {
  const launcher = await ready();
  const spares = await sparesOf(launcher, 6, 6);
  const other = { file: '/bin/bash', env: { ...ENV, OTHER: '1' } };
  expect(await run(launcher, 'echo $OTHER\n', other)).toBe('1\n');
  const ran = await Promise.all(Array.from({ length: 6 }, () => run(launcher, 'echo $$')));
  expect(ran.map((pid) => pid.trim()).toSorted()).toEqual(spares);
});

test('fewer wait where fewer are wanted, ten at the most', async () => {
  const launcher = await ready();
  expect(await sparesOf(launcher, 14, MAX_SPARES)).toHaveLength(MAX_SPARES);
  expect(await sparesOf(launcher, 1, MAX_SPARES - 1)).toHaveLength(MAX_SPARES - 1);
  expect(await sparesOf(launcher, 1, MAX_SPARES - 2)).toHaveLength(MAX_SPARES - 2);
});

test('they go with the launcher, also with one that is killed', async () => {
  const launcher = await ready();
  const spares = await sparesOf(launcher, 6, 6);
  expect(spares).toHaveLength(6);
  process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
  for (let tries = 0; tries < 500 && spares.some(runs); tries++) await wait(10);
  expect(spares.filter(runs)).toEqual([]);
});

test('what it is asked for can be cancelled and runs out of time', async () => {
  const launcher = await ready();
  await spareOf(launcher);
  const stop = new AbortController();
  const cancelled = launcher.start(specOf('sleep 60', { signal: stop.signal }));
  setTimeout(() => stop.abort(), 50);
  expect((await cancelled.ended).outcome).toEqual({ is: 'cancelled' });
  await spareOf(launcher);
  const late = await launcher.start(specOf('sleep 60', { timeoutMs: 100 })).ended;
  expect(late.outcome).toEqual({ is: 'timeout', ms: 100 });
});

function runs(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
