import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox } from '@wavehooks/agent-sdk';
import { shareLauncher, start } from '@wavehooks/process';
import { eventWith } from '../event.mjs';
import { spawned } from '../hooked.mjs';
import { timed } from '../measure.mjs';

/** What the walls around a command cost: the same shell, bare and in the sandbox. */
export const sandbox = { name: 'sandbox', open };

const FLOOR = 'a bare sh -c true';

async function open() {
  const dir = await mkdtemp(join(tmpdir(), 'wave-bench-'));
  const box = openSandbox({ projectDir: dir });
  const launcher = shareLauncher();
  launcher.warm();
  await launcher.ready();
  const close = async () => {
    box.close();
    launcher.close();
    await rm(dir, { recursive: true, force: true });
  };
  const floor = spawned(FLOOR, ['true'], eventWith('true'));
  // Where there is none, there is nothing to measure.
  if (!box.available().ok) return { cases: [floor], close };
  const plan = await box.plan('workspace');
  const inside = (name, by, limit) => ({
    name,
    unit: 'ms',
    run: () => timed(() => run(by, dir, plan)),
    floor: FLOOR,
    ...(limit ? { limit } : {}),
  });
  const planned = async () => run(launcher.start, dir, await box.plan('workspace'));
  const cases = [
    floor,
    inside('in the sandbox, started directly', start, { ratio: 8 }),
    inside('in the sandbox, by the launcher', launcher.start, { ratio: 8 }),
    inside('the same, in milliseconds', launcher.start, { median: 30 }),
    {
      name: 'the same, with its plan',
      unit: 'ms',
      run: () => timed(planned),
      floor: FLOOR,
      limit: { median: 30 },
    },
  ];
  return { cases, close };
}

async function run(by, cwd, plan) {
  const spec = {
    file: '/bin/sh',
    args: ['-c', 'true'],
    cwd,
    env: process.env,
    stdin: Buffer.alloc(0),
  };
  const { outcome, stderr } = await by({
    ...spec,
    timeoutMs: 10_000,
    maxBytes: 10_000,
    sandbox: plan,
  }).ended;
  if (outcome.is !== 'exit' || outcome.code !== 0)
    throw new Error(`${JSON.stringify(outcome)} ${stderr}`);
}
