import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { until } from '../../../../test/until.ts';
import { quote, tempDir } from '../../../hooks/test/helpers.ts';
import { shellSpec } from '../shell-spec.ts';
import { ready } from './ready.ts';

const LONG = { timeoutMs: 60_000, maxBytes: 20_000_000 };

/** Prints a megabyte, waits, prints five more. */
function twoParts() {
  const dir = tempDir();
  const [first, go, last] = ['first', 'go', 'last'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const waits = `while ! test -e ${quote(go)}; do sleep 0.01; done`;
  const command = `head -c 1000000 /dev/zero; : >${quote(first)}; ${waits}; head -c 5000000 /dev/zero; : >${quote(last)}`;
  return { command, first, go, last };
}

test('a launcher that stands still holds nothing up that prints much', async () => {
  const launcher = await ready();
  const { command, first, go, last } = twoParts();
  const { ended } = launcher.start(shellSpec(command, LONG));
  await until(() => existsSync(first));
  // The pipe is on its way since 256 kB.
  await wait(200);
  const pid = launcher.pid ?? Number.NaN;
  process.kill(pid, 'SIGSTOP');
  try {
    writeFileSync(go, '');
    await until(() => existsSync(last));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const { outcome, stdout } = await ended;
  expect({ outcome, bytes: stdout.length }).toEqual({
    outcome: { is: 'exit', code: 0 },
    bytes: 6_000_000,
  });
});

test('a launcher that dies takes what prints much with it, and its stderr says so', async () => {
  const launcher = await ready();
  const { command, first } = twoParts();
  const { ended } = launcher.start(shellSpec(command, LONG));
  await until(() => existsSync(first));
  await wait(200);
  process.kill(launcher.pid ?? Number.NaN, 'SIGKILL');
  const { outcome, stderr } = await ended;
  expect(outcome).toEqual({ is: 'signal', signal: 'SIGKILL' });
  expect(stderr).toBe(
    '[wave: the launcher was killed by SIGKILL while this ran. It may have done part of its work; it was ended and is not run again.]\n',
  );
});

test('where the agent has no descriptor left for the pipe, the run has failed and says why', async () => {
  const run = [process.execPath, bundled(join(import.meta.dirname, 'long-agent.ts'))]
    .map(quote)
    .join(' ');
  const script = `ulimit -n 100; exec ${run}`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], { timeout: 120_000 });
  expect(JSON.parse(stdout)).toEqual({
    outcome: { is: 'signal', signal: 'SIGKILL' },
    // What it says of a pipe that nobody reads may come first.
    stderr: expect.stringMatching(
      /\[wave: the rest of what this printed could not be taken over\. It may have done its work; it is not run again\.\]\n$/,
    ),
  });
});
