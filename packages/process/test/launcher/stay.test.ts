import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import type { Program } from '../../src/running/spawn-group.ts';
import { type Stay, type Staying, stay } from '../../src/running/staying.ts';
import { ready } from './ready.ts';

const programOf = (command: string, more: Partial<Program> = {}): Program => ({
  file: '/bin/sh',
  args: ['-c', command],
  cwd: '/',
  env: process.env,
  ...more,
});

/** Starts a program that must start, and ends it with the test. */
async function started(by: Stay, command: string, more: Partial<Program> = {}): Promise<Staying> {
  const one = await by(programOf(command, more));
  if ('is' in one) throw new Error(one.error);
  onTestFinished(() => {
    if (runs(one.pid)) process.kill(-one.pid, 'SIGKILL');
    one.release();
  });
  for (const pipe of [one.stdin, one.stdout, one.stderr]) pipe.on('error', () => {});
  return one;
}

/** All that a program prints until it closes its output. */
async function allOf(one: Staying, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of one[stream]) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Whether a process runs; one that nobody reaped does not. */
const runs = (pid: number) =>
  /^[^Z\s]/.test(
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim(),
  );

const openFiles = (pid: number | undefined) =>
  spawnSync('ls', [`/proc/${pid}/fd`], { encoding: 'utf8' }).stdout.split('\n').length;

describe('a program that stays and that the launcher started', () => {
  test('is talked to as one that was started from here', async () => {
    const launcher = await ready();
    const command = [
      'echo "$0|$#|$PPID"; pwd; umask; env | LC_ALL=C sort; ps -o args= -p $$',
      'for fd in 0 1 2 3 4 5 6 7 8 9; do test -e /proc/$$/fd/$fd && echo open $fd; done',
      'echo $(ps -o pgid=,sid= -p $$ | sed "s/$$/own/g"); echo first >&2',
      'while read -r line; do echo "got $line"; done; echo last >&2; exit 7',
    ].join('; ');
    const seen = async (by: Stay, parent: number | undefined) => {
      const one = await started(by, command, { env: { ...process.env, TRIAL: 'a\nb' } });
      const [said, errors] = [allOf(one), allOf(one, 'stderr')];
      one.stdin.write('{"a":');
      await wait(30);
      one.stdin.end('1}\nzwei\n');
      const text = (await said)
        .replace(`|${parent}\n`, '|whoever started it\n')
        .replace(/^WAVE_RUN=:wave-[^:\s]+:$/m, 'WAVE_RUN=its own');
      return { text, errors: await errors, outcome: await one.exited };
    };
    const direct = await seen(stay, process.pid);
    const launched = await seen(launcher.stay, launcher.pid);
    expect(launched).toEqual(direct);
    expect(launched).toMatchObject({ errors: 'first\nlast\n', outcome: { is: 'exit', code: 7 } });
    expect(launched.text).toContain('|whoever started it\n');
    expect(launched.text).toMatch(/got {"a":1}\ngot zwei\n$/);
  });

  test('loses nothing of what it says at once, however much', async () => {
    const launcher = await ready();
    const one = await started(launcher.stay, 'seq 1 20000; echo no >&2; exit 3');
    await wait(200);
    const [text, errors] = await Promise.all([allOf(one), allOf(one, 'stderr')]);
    expect([text.split('\n').length, errors]).toEqual([20_001, 'no\n']);
    expect(await one.exited).toEqual({ is: 'exit', code: 3 });
  });

  test('can close its input and still answer', async () => {
    const launcher = await ready();
    const one = await started(launcher.stay, 'exec <&-; sleep 0.3; echo answer');
    expect(await allOf(one)).toBe('answer\n');
    expect(one.stdin.writable).toBe(true);
    const error = once(one.stdin, 'error');
    one.stdin.write('x');
    expect(String(await error)).toContain('EPIPE');
  });

  test.each([
    ['a directory that is not there', programOf('true', { cwd: '/no/such/directory' })],
    ['a NUL byte in its command', programOf('a\0b')],
  ])('cannot be started with %s: it says why', async (_, program) => {
    const launcher = await ready();
    const reasons = [await launcher.stay(program), await stay(program)].map(
      (one) => 'is' in one && one.error.replace(/args\[\d\]/, 'args'),
    );
    expect(reasons[0]).toBe(reasons[1]);
    expect(reasons[0]).toMatch(/ENOENT|null bytes/);
  });

  test('that no launcher could be told of is started from here', async () => {
    const launcher = await ready();
    const env = { ...process.env, ...Object.fromEntries(large()) };
    const one = await started(launcher.stay, 'echo $PPID', { env });
    expect(await allOf(one)).toBe(`${process.pid}\n`);
  });

  test('a hundred of them leave nothing behind', async () => {
    const launcher = await ready();
    const round = async () => {
      const one = await launcher.stay(programOf('read -r line; exit 0'));
      if ('is' in one) throw new Error(one.error);
      one.stdout.resume();
      one.stderr.resume();
      const closed = [one.stdout, one.stderr].map((pipe) => once(pipe, 'close'));
      one.stdin.end('\n');
      expect(await one.exited).toEqual({ is: 'exit', code: 0 });
      await Promise.all(closed);
      one.release();
    };
    for (let n = 0; n < 5; n++) await round();
    const before = [openFiles(process.pid), openFiles(launcher.pid)];
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 5 }, round));
    await until(() => {
      const now = [openFiles(process.pid), openFiles(launcher.pid)];
      return now.every((count, n) => count <= (before[n] ?? 0) + 3);
    });
  });
});

describe('a launcher that dies', () => {
  test('takes what it started with it, and that is told', async () => {
    const launcher = await ready();
    const one = await started(launcher.stay, 'trap "" TERM HUP; sleep 300 & echo up; wait');
    await once(one.stdout, 'data');
    process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
    expect(await one.exited).toEqual({ is: 'signal', signal: 'SIGKILL' });
    await until(() => !runs(one.pid));
  });

  test('before it took the order: it is started from here', async () => {
    const launcher = await ready();
    process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
    const one = await started(launcher.stay, 'echo $PPID');
    expect(await allOf(one)).toBe(`${process.pid}\n`);
  });

  test('at any moment of a start: it stays or was never there, and no process is left', async () => {
    const name = `301.${process.pid}`;
    const left = () =>
      spawnSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line.includes(`sleep ${name}`) && !line.startsWith('Z'));
    for (let round = 0; round < 6; round++) {
      const launcher = await ready();
      const all = Array.from({ length: 10 }, () => launcher.stay(programOf(`sleep ${name}`)));
      await wait(Math.random() * 30);
      process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
      for (const one of await Promise.all(all)) {
        if ('is' in one) {
          expect(one.error).toMatch(
            /^the launcher was killed by SIGKILL while it was being started$/,
          );
          continue;
        }
        // Those that it had not taken were started from here, and live.
        if (parentOf(one.pid) === process.pid) process.kill(-one.pid, 'SIGKILL');
        expect(await one.exited).toEqual({ is: 'signal', signal: 'SIGKILL' });
        one.release();
      }
      await until(() => left().length === 0);
      launcher.close();
    }
  });
});

/** More than an order may hold, in variables that a system takes one by one. */
const large = () =>
  Array.from({ length: 12 }, (_, n) => [`LARGE_${n}`, 'x'.repeat(100_000)] as const);

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
