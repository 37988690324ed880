import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { eachWay } from '../../../hooks/test/ways.ts';
import { bound, TAIL_BYTES } from '../../src/running/bound.ts';
import type { ProcessSpec } from '../../src/running/start.ts';
import { shellSpec } from '../shell-spec.ts';

async function timed<T>(promise: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  return { value: await promise, ms: performance.now() - began };
}

/** Processes of a group that are not yet dead; a zombie that nobody reaped is dead. */
function alive(pgid: number | undefined): string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat=,pid='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([group, stat]) => Number(group) === pgid && !stat?.startsWith('Z'))
    .map(([, , pid]) => pid ?? '');
}

eachWay((start, parent) => {
  const sh = (command: string, more: Partial<ProcessSpec> = {}) => start(shellSpec(command, more));

  test('by whom it should be, with nothing open but what it was given', async () => {
    const { stdout } = await sh('echo $PPID; ls -l /proc/$$/fd 2>/dev/null | grep socket:').ended;
    const [ppid, ...sockets] = stdout.trimEnd().split('\n');
    expect(ppid).toBe(String(parent()));
    // Its own two streams, nothing of the launcher's; only Linux shows them.
    expect(sockets).toHaveLength(existsSync('/proc/self/fd') ? 2 : 0);
  });

  describe('ends', () => {
    test.each([
      ['exit 0', { is: 'exit', code: 0 }],
      ['exit 7', { is: 'exit', code: 7 }],
      ['kill -9 $$', { is: 'signal', signal: 'SIGKILL' }],
      ['kill -TERM $$', { is: 'signal', signal: 'SIGTERM' }],
      ['no-such-program-here', { is: 'exit', code: 127 }],
    ])('%s', async (command, outcome) => {
      expect((await sh(command).ended).outcome).toEqual(outcome);
    });

    test('a program that is not there, a directory that is not there, a NUL byte', async () => {
      expect((await sh('', { file: '/no/such/file' }).ended).outcome).toMatchObject({
        is: 'start',
      });
      expect((await sh('true', { cwd: '/no/such/dir' }).ended).outcome).toMatchObject({
        is: 'start',
      });
      expect((await sh('a\0b').ended).outcome).toMatchObject({ is: 'start' });
    });

    test('an argument list too long to start', async () => {
      const env = { BIG: 'x'.repeat(20 * 1024 * 1024) };
      expect((await sh('true', { env }).ended).outcome).toMatchObject({ is: 'start' });
    });
  });

  describe('what it inherits', () => {
    test.each(['', '.', 'packages'])('a directory named %j from here', async (cwd) => {
      expect((await sh('pwd', { cwd }).ended).stdout).toBe(`${resolve(cwd)}\n`);
    });

    test('the mask of new files, as it is now', async () => {
      const before = process.umask(0o27);
      try {
        const { ended } = sh('umask');
        process.umask(0o77);
        expect((await ended).stdout.trim()).toBe('0027');
        expect((await sh('umask').ended).stdout.trim()).toBe('0077');
      } finally {
        process.umask(before);
      }
    });
  });

  describe('time-outs', () => {
    test('are not for an end that came in time and was not heard of, this process being busy', async () => {
      const done = join(tempDir(), 'done');
      const handle = sh(`echo said; touch ${done}`, { timeoutMs: 1_000 });
      while (handle.pid === undefined) await wait(1);
      const began = Date.now();
      const isOver = () => Date.now() - began > 1_300 && existsSync(done);
      while (!isOver() && Date.now() - began < 20_000);
      expect(await handle.ended).toMatchObject({
        outcome: { is: 'exit', code: 0 },
        stdout: 'said\n',
      });
    });

    test('end the wait when they are due', async () => {
      const { value, ms } = await timed(sh('sleep 20; echo x', { timeoutMs: 200 }).ended);
      expect(value.outcome).toEqual({ is: 'timeout', ms: 200 });
      expect(ms).toBeLessThan(10_000);
    });

    test('end a program that ignores TERM, and all it started, within the grace', async () => {
      const handle = sh('trap "" TERM; sleep 30 & sleep 30', { timeoutMs: 200 });
      const { value, ms } = await timed(handle.ended);
      expect(value.outcome.is).toBe('timeout');
      expect(ms).toBeLessThan(10_000);
      expect(alive(handle.pid)).toEqual([]);
    });

    test('end grandchildren that ignore TERM although their parent obeyed it', async () => {
      const handle = sh('sh -c \'trap "" TERM; sleep 30; sleep 30\' & wait', { timeoutMs: 200 });
      expect((await handle.ended).outcome.is).toBe('timeout');
      expect(alive(handle.pid)).toEqual([]);
    });

    test('let a program that obeys TERM clean up, and show what it still wrote', async () => {
      const dir = tempDir();
      const handle = sh('trap "echo bye >&2; touch cleaned; exit 0" TERM; sleep 30 & wait', {
        timeoutMs: 200,
        cwd: dir,
      });
      const { outcome, stderr } = await handle.ended;
      expect(outcome.is).toBe('timeout');
      expect(stderr).toBe('bye\n');
      expect(existsSync(join(dir, 'cleaned'))).toBe(true);
    });

    test('end a program that stopped itself', async () => {
      const handle = sh('kill -STOP $$; echo x', { timeoutMs: 200 });
      expect((await handle.ended).outcome.is).toBe('timeout');
      expect(alive(handle.pid)).toEqual([]);
    });

    test('cover a program that floods its output', async () => {
      const handle = sh('yes', { timeoutMs: 300 });
      expect((await handle.ended).outcome.is).toBe('timeout');
      expect(alive(handle.pid)).toEqual([]);
    });
  });

  describe('cancelling', () => {
    test('ends the whole group', async () => {
      const controller = new AbortController();
      const handle = sh('sleep 30 & sleep 30', { signal: controller.signal });
      await wait(100);
      controller.abort();
      const { value, ms } = await timed(handle.ended);
      expect(value.outcome).toEqual({ is: 'cancelled' });
      expect(ms).toBeLessThan(10_000);
      expect(alive(handle.pid)).toEqual([]);
    });

    test('random kills at random moments leave nothing behind', async () => {
      for (let round = 0; round < 20; round++) {
        const controller = new AbortController();
        const handle = sh('sleep 30 & (sleep 30; true) & wait', { signal: controller.signal });
        await wait(Math.random() * 15);
        controller.abort();
        await handle.ended;
        expect(alive(handle.pid)).toEqual([]);
      }
    });
  });

  describe('children left running', () => {
    test('do not hold the wait, and are left alone', async () => {
      const dir = tempDir();
      const handle = sh('(sleep 0.6; echo still >> alive; sleep 30) & echo done', { cwd: dir });
      const { value, ms } = await timed(handle.ended);
      expect(value).toMatchObject({ outcome: { is: 'exit', code: 0 }, stdout: 'done\n' });
      expect(ms).toBeLessThan(10_000);
      const alive = join(dir, 'alive');
      const said = () => (existsSync(alive) ? readFileSync(alive, 'utf8') : '');
      await expect.poll(said).toBe('still\n');
      process.kill(-(handle.pid ?? Number.NaN), 'SIGKILL');
    });

    test('may go on printing without being killed by a closed pipe', async () => {
      const dir = tempDir();
      const handle = sh('(sleep 0.4; echo late; echo ok > printed) & true', { cwd: dir });
      expect((await handle.ended).stdout).toBe('');
      await expect.poll(() => existsSync(join(dir, 'printed'))).toBe(true);
    });

    test('a filter that is a little late still brings the answer', async () => {
      // It prints once its parent is gone, and not before.
      const late = '(while kill -0 $$ 2>/dev/null; do :; done; echo late) & exit 0';
      const { stdout } = await sh(late).ended;
      expect(stdout).toBe('late\n');
    });

    test('everything the hook itself printed is there', async () => {
      const { stdout } = await sh('sleep 2 & head -c 200000 /dev/zero | tr "\\0" x; exit 0').ended;
      expect(stdout).toHaveLength(200_000);
    });
  });

  describe('input', () => {
    test('a program that never reads it is no error, whatever its size', async () => {
      const stdin = Buffer.alloc(5_000_000, 'x');
      for (const command of ['true', 'exec 0<&-; sleep 0.1', 'head -c 10 >/dev/null'])
        expect((await sh(command, { stdin }).ended).outcome).toEqual({ is: 'exit', code: 0 });
    });

    test('can be opened by name, as many scripts do', async () => {
      const stdin = Buffer.from('the input\n');
      expect((await sh('cat /dev/stdin', { stdin }).ended).stdout).toBe('the input\n');
      expect((await sh('x=$(cat </dev/stdin); echo "$x"', { stdin }).ended).stdout).toBe(
        'the input\n',
      );
    });

    test('arrives whole', async () => {
      const stdin = Buffer.alloc(5_000_000, 'x');
      expect((await sh('wc -c', { stdin }).ended).stdout.trim()).toBe('5000000');
    });
  });

  describe('output', () => {
    test('characters are not torn at the borders of chunks', async () => {
      const text = '€äöü🙂'.repeat(20_000);
      const file = join(tempDir(), 'text');
      const { writeFileSync } = await import('node:fs');
      writeFileSync(file, text);
      const slow = `dd if=${file} bs=4093 2>/dev/null`;
      expect((await sh(slow).ended).stdout).toBe(text);
    });

    test('bytes that are no UTF-8 are replaced, not fatal', async () => {
      expect((await sh('printf "a\\377b"').ended).stdout).toBe('a\uFFFDb');
    });

    test('is bounded while it is drained, and the end says so', async () => {
      const before = process.memoryUsage().rss;
      const { outcome, stdout } = await sh('head -c 600000000 /dev/zero; echo END').ended;
      expect(outcome).toEqual({ is: 'cut', stream: 'stdout', code: 0 });
      const [head = '', tail = ''] = stdout.split('\n[... 598951428 bytes left out ...]\n');
      expect([head.length, tail.length, tail.slice(-5)]).toEqual([
        1024 * 1024 - TAIL_BYTES,
        TAIL_BYTES,
        '\0END\n',
      ]);
      expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    });

    test('of nothing but blanks nothing is said to be left out', async () => {
      const { outcome, stderr } = await sh(`yes '' | head -c 3000000 >&2; exit 2`).ended;
      expect([outcome, stderr.trim()]).toEqual([{ is: 'cut', stream: 'stderr', code: 2 }, '']);
    });

    test('exactly the bound is not cut, one more is', async () => {
      const at = (bytes: number) => sh(`head -c ${bytes} /dev/zero`, { maxBytes: 1000 }).ended;
      expect((await at(1000)).outcome.is).toBe('exit');
      expect((await at(1001)).outcome.is).toBe('cut');
    });

    test('stderr has a bound of its own', async () => {
      const { outcome } = await sh('head -c 2000 /dev/zero >&2', { maxBytes: 1000 }).ended;
      expect(outcome).toEqual({ is: 'cut', stream: 'stderr', code: 0 });
    });
  });

  describe('whenCut', () => {
    const flood = 'while :; do echo xxxxxxxxxxxxxxxx; done';

    test.each([
      ['stdout', flood],
      ['stderr', `{ ${flood}; } >&2`],
    ] as const)(
      'end: too much on %s ends the program, and all it started',
      async (stream, command) => {
        const handle = sh(`trap "" TERM; sleep 30 & ${command}`, {
          maxBytes: 1000,
          whenCut: 'end',
        });
        const { outcome, ...streams } = await handle.ended;
        expect(outcome).toEqual({ is: 'cut', stream });
        expect(streams[stream]).toHaveLength(1000);
        expect(alive(handle.pid)).toEqual([]);
      },
    );

    test('end: what keeps within the bound ends by itself', async () => {
      const spec = { maxBytes: 1000, whenCut: 'end' } as const;
      const { outcome } = await sh('head -c 1000 /dev/zero; exit 3', spec).ended;
      expect(outcome).toEqual({ is: 'exit', code: 3 });
    });

    test('end: whoever cancels is still heard', async () => {
      const spec = { maxBytes: 1000, whenCut: 'end', signal: AbortSignal.timeout(100) } as const;
      expect((await sh('sleep 30', spec).ended).outcome).toEqual({ is: 'cancelled' });
    });

    test('go on, the default: the program ends by itself, however much it printed', async () => {
      const file = join(tempDir(), 'done');
      const command = `head -c 500000 /dev/zero; touch ${file}`;
      for (const more of [{}, { whenCut: 'go on' } as const]) {
        expect((await sh(command, { maxBytes: 1000, ...more }).ended).outcome.is).toBe('cut');
        expect(existsSync(file)).toBe(true);
        rmSync(file);
      }
    });
  });
});

test('says once that more came than is kept', () => {
  const stream = new PassThrough();
  const kept: string[] = [];
  let cuts = 0;
  const { isCut, rest } = bound(
    stream,
    4,
    (chunk) => kept.push(chunk.toString()),
    () => cuts++,
  );
  const seen = ['abcd', 'e', 'f'].map((chunk) => {
    stream.emit('data', Buffer.from(chunk));
    return [cuts, isCut(), kept.join('')];
  });
  expect(seen).toEqual([
    [0, false, 'abcd'],
    [1, true, 'abcd'],
    [1, true, 'abcd'],
  ]);
  expect(rest()).toEqual({ omitted: 0, tail: Buffer.from('ef') });
});

test.each([
  [5, 0],
  [TAIL_BYTES, 0],
  [TAIL_BYTES + 1, 1],
  [10 * TAIL_BYTES + 3, 9 * TAIL_BYTES + 3],
])('of %i bytes beyond the bound the last are kept, in pieces of any size', (count, omitted) => {
  const bytes = Buffer.from(Array.from({ length: count }, (_, at) => at % 251));
  for (const size of [1_000, 7_919, TAIL_BYTES, count]) {
    const stream = new PassThrough();
    const { rest } = bound(
      stream,
      0,
      () => {},
      () => {},
    );
    for (let at = 0; at < count; at += size) stream.emit('data', bytes.subarray(at, at + size));
    expect(rest()).toEqual({ omitted, tail: bytes.subarray(omitted) });
    stream.emit('data', bytes);
    expect(rest()).toBeUndefined();
  }
});
