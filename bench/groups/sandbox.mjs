import { openSandbox } from '@wavehooks/agent-sdk';
import { shareLauncher, start } from '@wavehooks/process';
import { LIMITS } from '../limits.mjs';
import { timed } from '../measure.mjs';
import { eventWith, spawnAll, tempDir } from '../programs.mjs';

/** What the walls around a command cost: the same shell, bare and in the sandbox. */
export const sandbox = { name: 'sandbox', open };

const FLOOR = 'a bare sh -c true';

async function open() {
  const { dir, remove } = await tempDir();
  const box = openSandbox({ projectDir: dir });
  const launcher = shareLauncher();
  launcher.warm();
  await launcher.ready();
  const close = async () => {
    box.close();
    launcher.close();
    await remove();
  };
  const ms = (name, work) => ({ name, unit: 'ms', run: () => timed(work) });
  const floor = ms(FLOOR, () => spawnAll(['true'], eventWith('true')));
  // Where there is none, there is nothing to measure.
  if (!box.available().ok)
    return { cases: [floor], close, without: LIMITS.map(({ name }) => name) };
  const plan = await box.plan('workspace');
  const planned = (profile) => async () => run(launcher.start, dir, await box.plan(profile));
  const cases = [
    floor,
    { ...ms('in the sandbox, started directly', () => run(start, dir, plan)), floor: FLOOR },
    ms('in the sandbox, by the launcher', () => run(launcher.start, dir, plan)),
    ms('the same, with its plan', planned('workspace')),
    ms('a command that only reads, with its plan', planned('isolated')),
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
