import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { holders, leavingOpen } from './left-open.ts';

const AGENT = bundled(join(import.meta.dirname, '../launcher/agent.ts'));

/** An agent whose caller left a file open for it, and then may have lowered the limit of open files. */
const agentWith = (file: string, limit = 'true'): ChildProcess =>
  leavingOpen(file, (more) =>
    spawn(
      '/bin/sh',
      ['-c', `${limit}; exec "$@"`, 'sh', process.execPath, AGENT, 'sleep 60', 'guarded'],
      {
        stdio: ['ignore', 'pipe', 'inherit', ...more],
      },
    ),
  );

// A launcher or a warden that holds it keeps a caller waiting for the end of its pipe.
test('what a caller left open for the agent, nothing that the agent starts gets', {
  tags: 'linux',
}, async () => {
  const file = join(tempDir(), 'left-open');
  writeFileSync(file, '');
  const agent = agentWith(file);
  onTestFinished(() => void agent.kill('SIGKILL'));
  // It prints once launcher and program run; the warden was started before both.
  const [printed] = await once(agent.stdout ?? agent, 'data');
  expect(String(printed)).toMatch(/^\d+ \d+\n$/);
  expect(holders(file)).toEqual([String(agent.pid)]);
});

// The kernel lets nobody replace such a descriptor: a start that tries fails.
test('an agent whose limit is below what its caller left open starts programs all the same', {
  tags: 'linux',
}, async () => {
  const file = join(tempDir(), 'left-open');
  writeFileSync(file, '');
  const agent = agentWith(file, 'ulimit -n 90');
  onTestFinished(() => void agent.kill('SIGKILL'));
  const [printed] = await once(agent.stdout ?? agent, 'data');
  expect(String(printed)).toMatch(/^\d+ \d+\n$/);
});
