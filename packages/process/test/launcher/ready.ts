import { expect, onTestFinished } from 'vitest';
import { type Launcher, openLauncher } from '../../src/launcher/launcher.ts';

/** A launcher that starts programs, until the test is over. */
export async function ready(options: Parameters<typeof openLauncher>[0] = {}): Promise<Launcher> {
  const launcher = openLauncher(options);
  onTestFinished(() => launcher.close());
  launcher.warm();
  expect(await launcher.ready()).toBe(true);
  return launcher;
}
