import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { shareLauncher } from '../packages/process/src/launcher/share.ts';

test('what tests start is the launcher in one file', async () => {
  const launcher = shareLauncher();
  onTestFinished(() => launcher.close());
  launcher.warm();
  expect(await launcher.ready()).toBe(true);
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(launcher.pid)], {
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/\.wave-launcher\/launcher\.cjs\n$/);
});
