import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { until } from '../../../../test/until.ts';
import { createEngine } from '../../../hooks/src/engine/engine.ts';
import { INPUTS, tempDir } from '../../../hooks/test/helpers.ts';
import type { Helper } from '../../src/launcher/helper.ts';
import { openLauncher } from '../../src/launcher/launcher.ts';
import { openLink } from '../../src/launcher/link.ts';
import { shareLauncher } from '../../src/launcher/share.ts';
import type { ProcessSpec, Start } from '../../src/running/start.ts';
import { encode, PROTOCOL, uint32 } from '../../src/wire/frames.ts';
import { shellSpec } from '../shell-spec.ts';
import { ready } from './ready.ts';

const parentOf = async (start: Start) =>
  Number((await start(shellSpec('echo $PPID')).ended).stdout.trim());

/** Whether a process, or with a negative number a group, still runs; the dead that nobody reaped do not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(([id, group, stat]) => {
      const own = pid < 0 ? -Number(group) : Number(id);
      return own === pid && !stat?.startsWith('Z');
    });
}

const LOST =
  /\[wave: the launcher .* while this ran\. It may have done part of its work; it was ended and is not run again\.\]\n$/;

describe('who starts a program', () => {
  test('this process until the launcher is ready, then the launcher, after its close this process', async () => {
    const launcher = openLauncher();
    expect(await launcher.ready()).toBe(false);
    launcher.warm();
    expect(await parentOf(launcher.start)).toBe(process.pid);
    expect(await launcher.ready()).toBe(true);
    const { pid } = launcher;
    expect(await parentOf(launcher.start)).toBe(pid);
    launcher.close();
    expect(await parentOf(launcher.start)).toBe(process.pid);
    await until(() => !isAlive(pid ?? 0));
  });

  test.each([
    ['is not there', '/no/such/node'],
    ['is no Node', '/bin/true'],
  ])('this process where the program to run it %s', async (_name, path) => {
    const { execPath } = process;
    process.execPath = path;
    const launcher = openLauncher();
    launcher.warm();
    const isReady = launcher.ready();
    process.execPath = execPath;
    expect(await isReady).toBe(false);
    expect(await parentOf(launcher.start)).toBe(process.pid);
  });

  test('one launcher for all who share it, until the last lets go', async () => {
    const [one, two] = [shareLauncher(), shareLauncher()];
    one.warm();
    two.warm();
    expect(await two.ready()).toBe(true);
    const { pid } = one;
    expect(two.pid).toBe(pid);
    one.close();
    one.close();
    expect(await parentOf(two.start)).toBe(pid);
    two.close();
    await until(() => !isAlive(pid ?? 0));
  });

  test('this process where the launcher has its hands full', async () => {
    const gate = join(tempDir(), 'gate');
    spawnSync('mkfifo', [gate]);
    const launcher = await ready();
    const { pid } = launcher;
    const held = Array.from({ length: 256 }, () => launcher.start(shellSpec(`: <${gate}`)));
    expect(await parentOf(launcher.start)).toBe(process.pid);
    // What waits for somebody to write goes on when somebody could; some may come later than others.
    const open = setInterval(() => closeSync(openSync(gate, 'r+')), 20);
    const ends = await Promise.all(held.map(async ({ ended }) => (await ended).outcome));
    clearInterval(open);
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set(['{"is":"exit","code":0}']),
    );
    expect([launcher.pid, await parentOf(launcher.start)]).toEqual([pid, pid]);
  });

  test('an engine has one unless it is told not to; without commands it starts none', async () => {
    const parents = async (more: object) => {
      const hook = { type: 'command' as const, command: 'echo $PPID' };
      const engine = await createEngine({
        hooks: { UserPromptSubmit: [{ hooks: [hook] }] },
        ...more,
      });
      onTestFinished(() => engine.close());
      return async () => Number((await engine.fire(INPUTS.UserPromptSubmit)).context[0]?.text);
    };
    const without = await parents({ launcher: false });
    const watcher = shareLauncher();
    onTestFinished(() => watcher.close());
    const none = await createEngine({ hooks: {} });
    onTestFinished(() => none.close());
    expect([await without(), watcher.pid]).toEqual([process.pid, undefined]);
    const withOne = await parents({});
    expect(await watcher.ready()).toBe(true);
    expect(await withOne()).toBe(watcher.pid);
  });
});

describe('a launcher that dies', () => {
  test('while nothing runs: nobody notices, and there is another', async () => {
    const launcher = await ready();
    const { pid } = launcher;
    process.kill(pid ?? Number.NaN, 'SIGKILL');
    await until(() => launcher.pid !== pid);
    expect((await launcher.start(shellSpec('echo on')).ended).stdout).toBe('on\n');
    expect(await launcher.ready()).toBe(true);
    expect(await parentOf(launcher.start)).toBe(launcher.pid);
  });

  test('a moment before a program: it had not taken it, so that is started from here', async () => {
    const launcher = await ready();
    process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
    expect(await parentOf(launcher.start)).toBe(process.pid);
  });

  test('while it starts programs: none of them is left', async () => {
    const name = `300.${process.pid}`;
    const left = () =>
      spawnSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line.endsWith(`sleep ${name}`) && !line.startsWith('Z'));
    for (let round = 0; round < 3; round++) {
      const launcher = await ready();
      const stop = new AbortController();
      const handles = Array.from({ length: 60 }, () =>
        launcher.start(shellSpec(`sleep ${name}`, { signal: stop.signal })),
      );
      // Most of the time from now on it is within the start of one of them.
      await until(() => handles[0]?.pid !== undefined);
      await wait(Math.random() * 20);
      process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
      await wait(20);
      stop.abort();
      await Promise.all(handles.map(({ ended }) => ended));
      await until(() => left().length === 0);
      launcher.close();
    }
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'of %s: what runs is ended with all it started, said to be lost, and not run again',
    async (signal) => {
      const dir = tempDir();
      const launcher = await ready();
      const command = 'trap "" TERM; echo begun; sleep 1; echo once >> ran; sleep 60 & sleep 60';
      const handle = launcher.start(shellSpec(command, { cwd: dir }));
      await until(() => text(dir, 'ran') === 'once\n');
      process.kill(launcher.pid ?? Number.NaN, signal);
      const { outcome, stdout, stderr } = await handle.ended;
      expect({ outcome, stdout }).toEqual({
        outcome: { is: 'signal', signal: 'SIGKILL' },
        stdout: 'begun\n',
      });
      expect(stderr).toMatch(LOST);
      expect(isAlive(-(handle.pid ?? 0))).toBe(false);
      expect((await launcher.start(shellSpec('echo on')).ended).stdout).toBe('on\n');
      expect(text(dir, 'ran')).toBe('once\n');
    },
  );

  test('while a cancelled program ends: it is cancelled', async () => {
    const launcher = await ready();
    const stop = new AbortController();
    const handle = launcher.start(shellSpec('trap "" TERM; sleep 60', { signal: stop.signal }));
    await until(() => handle.pid !== undefined);
    stop.abort();
    process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
    expect(await handle.ended).toMatchObject({ outcome: { is: 'cancelled' }, stderr: '' });
    expect(isAlive(-(handle.pid ?? 0))).toBe(false);
  });

  test('again and again is given up', async () => {
    const launcher = await ready();
    for (let n = 0; n < 4; n++) {
      const { pid } = launcher;
      await launcher.ready();
      process.kill(pid ?? Number.NaN, 'SIGKILL');
      await until(() => launcher.pid !== pid);
    }
    expect([launcher.pid, await launcher.ready()]).toEqual([undefined, false]);
    expect(await parentOf(launcher.start)).toBe(process.pid);
  });

  test.each([
    ['block', 'block'],
    ['continue', 'none'],
  ] as const)(
    'under a guard with onError %s: %s, and the user is told',
    async (onError, decision) => {
      const dir = tempDir();
      const launcher = await ready();
      const command = 'touch ran; sleep 60';
      const hook = { type: 'command' as const, name: 'guard', command, onError };
      const engine = await createEngine({
        hooks: { PreToolUse: [{ hooks: [hook] }] },
        projectDir: dir,
        start: launcher.start,
      });
      const fired = engine.fire({ ...INPUTS.PreToolUse, cwd: dir });
      await until(() => text(dir, 'ran') !== undefined);
      process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
      const verdict = await fired;
      expect(verdict.decision).toBe(decision);
      expect(verdict.toUser[0]?.text).toContain(
        'hook "guard" was killed by SIGKILL: [wave: the launcher was killed by SIGKILL while this ran.',
      );
    },
  );
});

describe('a launcher that does not do its part', () => {
  test('it stands still: it is ended, and what it had not taken is started from here, once', async () => {
    const dir = tempDir();
    const launcher = await ready({ patienceMs: 300 });
    const { pid } = launcher;
    process.kill(pid ?? Number.NaN, 'SIGSTOP');
    const handle = launcher.start(shellSpec('echo $PPID | tee -a ran', { cwd: dir }));
    expect(await handle.ended).toMatchObject({ stdout: `${process.pid}\n`, stderr: '' });
    await until(() => !isAlive(pid ?? 0));
    expect((await launcher.start(shellSpec('echo on')).ended).stdout).toBe('on\n');
    expect(text(dir, 'ran')).toBe(`${process.pid}\n`);
  });

  test.each<[string, (stop: () => void) => void, Partial<ProcessSpec>, object]>([
    ['a time-out', () => {}, { timeoutMs: 500 }, { is: 'signal', signal: 'SIGKILL' }],
    ['a cancel', (stop) => stop(), {}, { is: 'cancelled' }],
  ])(
    'it stands still at %s: after a short while the program is ended from here',
    async (_, act, more, outcome) => {
      const launcher = await ready();
      const { pid } = launcher;
      const stop = new AbortController();
      const handle = launcher.start(shellSpec('sleep 60', { signal: stop.signal, ...more }));
      await until(() => handle.pid !== undefined);
      process.kill(pid ?? Number.NaN, 'SIGSTOP');
      act(() => stop.abort());
      const ending = await handle.ended;
      expect(ending.outcome).toEqual(outcome);
      // Its patience for a start is not meant for an end.
      expect(ending.ms).toBeLessThan(12_000);
      expect([isAlive(-(handle.pid ?? 0)), isAlive(pid ?? 0)]).toEqual([false, false]);
    },
  );

  const NOISE = Buffer.from('Segmentation fault (core dumped)\n');
  const hello = Buffer.concat(encode('ready', 0, uint32(PROTOCOL)));
  const saying = (bytes: Buffer) => `printf '${octal(bytes)}' >&3`;
  const octal = (bytes: Buffer) =>
    [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

  test.each([
    ['says something else', `${saying(NOISE)}; sleep 60`],
    [
      'speaks another protocol',
      `${saying(Buffer.concat(encode('ready', 0, uint32(99))))}; sleep 60`,
    ],
    ['says nothing', 'sleep 60'],
    ['ends', 'exit 3'],
    ['lets go of its socket', 'exec 3>&-; sleep 60'],
  ])('it %s instead of being ready: it never is, and is ended', async (_name, script) => {
    const { link, gone, pid } = pretend(script);
    expect(await link.ready()).toBe(false);
    expect(await gone).toBe(false);
    await until(() => !isAlive(pid));
  });

  test.each([
    ['noise', NOISE],
    ['an end of a run that there is not', Buffer.concat(encode('ended', 77, Buffer.from('{}')))],
    ['what only the agent says', Buffer.concat(encode('cancel', 1))],
    ['an end that is no JSON', Buffer.concat(encode('ended', 1, uint32(0), Buffer.from('{')))],
    ['an end without its number', Buffer.concat(encode('ended', 1))],
    ['a start without its number', Buffer.concat(encode('started', 1))],
  ])('it answers with %s: the run is lost', async (_name, bytes) => {
    const script = `${saying(hello)}; head -c 9 <&3 >/dev/null; ${saying(bytes)}; sleep 60`;
    const { link, gone, pid } = pretend(script);
    expect(await link.ready()).toBe(true);
    const { outcome, stderr } = await link.run(shellSpec('true')).ended;
    expect(outcome).toEqual({ is: 'signal', signal: 'SIGKILL' });
    expect(stderr).toMatch(LOST);
    expect(stderr).toContain('sent what it must not');
    expect(await gone).toBe(true);
    await until(() => !isAlive(pid));
  });

  /** A launcher that is none. */
  function pretend(script: string) {
    const child = spawn('/bin/sh', ['-c', script], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const helper: Helper = {
      child,
      socket: child.stdio[3] as Socket,
      journal: openSync('/dev/null', 'r'),
    };
    const { promise: gone, resolve } = Promise.withResolvers<boolean>();
    const link = openLink(helper, 300, resolve);
    onTestFinished(() => void child.kill('SIGKILL'));
    return { link, gone, pid: child.pid ?? 0 };
  }
});

describe('an agent that ends', () => {
  const agent = (...args: string[]) => {
    const file = bundled(join(import.meta.dirname, 'agent.ts'));
    const child = spawn(process.execPath, ['--no-warnings', file, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    const said = until(() => stdout.includes('\n')).then(() => stdout.split(/\s/).map(Number));
    const ended = new Promise<object>((resolve) =>
      child.on('close', (code) =>
        resolve({ code, outcome: JSON.parse(stdout.split('\n')[1] || '0') }),
      ),
    );
    return { child, said, ended };
  };

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'by %s takes its hooks, whole groups, and the launcher with it',
    async (signal) => {
      const { child, said } = agent('trap "" TERM HUP INT; sleep 60 & sleep 60');
      const [launcher = 0, group = 0] = await said;
      expect([isAlive(launcher), isAlive(-group)]).toEqual([true, true]);
      child.kill(signal);
      await until(() => !isAlive(launcher) && !isAlive(-group));
    },
  );

  test('by exiting ends a launcher that stands still', async () => {
    const { said, ended } = agent('sleep 60', 'stopped', 'exit');
    const [launcher = 0, group = 0] = await said;
    expect(await ended).toEqual({ code: 0, outcome: 0 });
    await until(() => !isAlive(launcher) && !isAlive(-group));
  });

  test('by a kill does so as well, if it has a warden', async () => {
    const { said, ended } = agent('sleep 60', 'guarded', 'stopped', 'killed');
    const [launcher = 0, group = 0] = await said;
    expect(await ended).toEqual({ code: null, outcome: 0 });
    await until(() => !isAlive(launcher) && !isAlive(-group));
  });

  test('by exiting does the same', async () => {
    const { said, ended } = agent('sleep 60 & sleep 60', 'exit');
    const [launcher = 0, group = 0] = await said;
    expect(await ended).toEqual({ code: 0, outcome: 0 });
    await until(() => !isAlive(launcher) && !isAlive(-group));
  });

  test('when nothing is left to do is not held back by its launcher', async () => {
    const { said, ended } = agent('sleep 0.1; exit 7');
    const [launcher = 0] = await said;
    expect(await ended).toEqual({ code: 0, outcome: { is: 'exit', code: 7 } });
    await until(() => !isAlive(launcher));
  });

  test('waits for what runs, also when only the end of its launcher tells of it', async () => {
    const { said, ended } = agent('sleep 60');
    const [launcher = 0] = await said;
    process.kill(launcher, 'SIGKILL');
    expect(await ended).toEqual({ code: 0, outcome: { is: 'signal', signal: 'SIGKILL' } });
  });
});

function text(dir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dir, name), 'utf8');
  } catch {
    return undefined;
  }
}
