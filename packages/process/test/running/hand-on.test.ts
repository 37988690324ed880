import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { eachWay } from '../../../hooks/test/ways.ts';
import { LONG_BYTES, WORTH_BYTES } from '../../src/running/hand-on.ts';
import type { ProcessSpec } from '../../src/running/start.ts';

const MB = 1024 * 1024;

eachWay((start) => {
  const sh = (command: string, more: Partial<ProcessSpec> = {}) =>
    start({
      file: '/bin/sh',
      args: ['-c', command],
      cwd: '/',
      env: process.env,
      stdin: Buffer.from('{}\n'),
      timeoutMs: 60_000,
      maxBytes: 20 * MB,
      ...more,
    });

  /** Every line is another one, so that one that is missing, twice or elsewhere is seen. */
  const lines = (to: number) => `awk 'BEGIN { for (i = 1; i <= ${to}; i++) print "line", i }'`;
  const expected = (to: number) => Array.from({ length: to }, (_, n) => `line ${n + 1}\n`).join('');

  test('a long output is whole and in order', async () => {
    const { outcome, stdout, stderr } = await sh(`${lines(400_000)}; exit 3`).ended;
    expect(outcome).toEqual({ is: 'exit', code: 3 });
    expect(stdout === expected(400_000)).toBe(true);
    expect(stderr).toBe('');
  });

  test('so are both streams at once, of several at once', async () => {
    const command = `${lines(150_000)} & ${lines(200_000)} >&2 & wait`;
    const all = await Promise.all(Array.from({ length: 4 }, () => sh(command).ended));
    for (const { outcome, stdout, stderr } of all) {
      expect(outcome).toEqual({ is: 'exit', code: 0 });
      expect(stdout === expected(150_000)).toBe(true);
      expect(stderr === expected(200_000)).toBe(true);
    }
  });

  test.each([
    ['one byte short of long', LONG_BYTES - 1],
    ['just long', LONG_BYTES],
    ['a little longer', LONG_BYTES + 1],
    ['as long as is wanted', LONG_BYTES + WORTH_BYTES],
  ])('%s', async (_, bytes) => {
    const { outcome, stdout } = await sh(`head -c ${bytes} /dev/zero`, {
      maxBytes: LONG_BYTES + WORTH_BYTES,
    }).ended;
    expect({ outcome, bytes: stdout.length }).toEqual({ outcome: { is: 'exit', code: 0 }, bytes });
  });

  test('what is beyond the bound is left out of its middle, and it goes on to its end', async () => {
    const maxBytes = 2 * MB;
    const total = expected(1_000_000).length;
    const { outcome, stdout } = await sh(`${lines(1_000_000)}; exit 4`, { maxBytes }).ended;
    expect(outcome).toEqual({ is: 'cut', stream: 'stdout', code: 4 });
    const [, omitted] = /\n\[\.\.\. (\d+) bytes left out \.\.\.\]\n/.exec(stdout) ?? [];
    const note = `\n[... ${omitted} bytes left out ...]\n`;
    const [head = '', tail = ''] = stdout.split(note);
    expect(head.length + tail.length).toBe(maxBytes);
    expect(head.length + Number(omitted) + tail.length).toBe(total);
    expect(expected(1_000_000).startsWith(head)).toBe(true);
    expect(tail.endsWith('line 1000000\n')).toBe(true);
  });

  test('one that prints for ever is ended at the bound, where that is wanted', async () => {
    const handle = sh('yes', { maxBytes: 3 * MB, whenCut: 'end' });
    const { outcome, stdout } = await handle.ended;
    expect(outcome).toEqual({ is: 'cut', stream: 'stdout' });
    expect(stdout.length).toBeLessThanOrEqual(3 * MB);
    expect(isAlive(handle.pid)).toBe(false);
  });

  test('one that prints for ever is ended by its time-out, and by a signal', async () => {
    const late = await sh('yes', { timeoutMs: 1_000 }).ended;
    expect(late.outcome).toEqual({ is: 'timeout', ms: 1_000 });
    const cancel = new AbortController();
    const handle = sh('yes', { signal: cancel.signal });
    await wait(500);
    cancel.abort();
    expect((await handle.ended).outcome).toEqual({ is: 'cancelled' });
    expect(isAlive(handle.pid)).toBe(false);
  });

  test('a child that it leaves running keeps the pipe, is not waited for, and may print on', async () => {
    const done = join(tempDir(), 'pid');
    const left = `(sleep 1; ${lines(20_000)}; echo $? >${done}; exec sleep 30)`;
    const began = performance.now();
    const handle = sh(`${lines(100_000)}; ${left} & echo $! >${done}.number`);
    const { outcome, stdout } = await handle.ended;
    onTestFinished(() => void spawnSync('sh', ['-c', `kill $(cat ${done}.number)`]));
    expect(outcome).toEqual({ is: 'exit', code: 0 });
    expect(stdout === expected(100_000)).toBe(true);
    expect(performance.now() - began).toBeLessThan(20_000);
    for (let tries = 0; tries < 1_000 && read(done) === ''; tries++) await wait(10);
    expect(read(done)).toBe('0\n');
  });
});

const read = (file: string) => spawnSync('cat', [file], { encoding: 'utf8' }).stdout;

/** Whether anything of a group runs; what waits to be reaped does not. */
function isAlive(group: number | undefined): boolean {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pgid=,stat='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(([id, stat]) => Number(id) === group && !stat?.startsWith('Z'));
}
