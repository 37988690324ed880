import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../../../hooks/test/helpers.ts';
import { isHeld } from '../../src/sandbox/held.ts';
import { holdBars } from '../../src/sandbox/holds.ts';
import { lookAtMachine } from '../../src/sandbox/look.ts';
import type { SandboxPlan } from '../../src/sandbox/plan.ts';

const barring = (path: string) =>
  ({
    runner: { is: 'bubblewrap', file: '', nesting: 'barred' },
    layers: [{ is: 'bar', path }],
  }) as unknown as SandboxPlan;

test('it is there while one sandbox needs it, for everybody else missing, and gone with the last', async () => {
  const path = join(tempDir(), '.wave');
  const releases = Array.from({ length: 5 }, () => holdBars(barring(path)));
  expect([isHeld(path), lookAtMachine(path)]).toEqual([true, { is: 'missing' }]);
  for (const release of releases.slice(1)) release();
  await expect.poll(() => readdirSync(path).length).toBe(1);
  releases[0]?.();
  await expect.poll(() => existsSync(path)).toBe(false);
});

test('many that come and go at once do not trip over each other', async () => {
  const path = join(tempDir(), '.wave');
  const one = async (at: number) => {
    await new Promise((done) => setTimeout(done, (at * 7) % 160));
    holdBars(barring(path))();
  };
  await Promise.all(Array.from({ length: 200 }, (_, at) => one(at)));
  await expect.poll(() => existsSync(path)).toBe(false);
});

test('many at once leave one listener, not one each', async () => {
  const dir = tempDir();
  const releases = Array.from({ length: 15 }, (_, n) => holdBars(barring(join(dir, `.bar${n}`))));
  expect(process.listenerCount('exit')).toBeLessThan(10);
  for (const release of releases) release();
  await expect.poll(() => readdirSync(dir)).toEqual([]);
});

test('what the user puts there stays', async () => {
  const path = join(tempDir(), '.wave');
  const release = holdBars(barring(path));
  writeFileSync(join(path, 'settings.json'), '{}');
  release();
  await expect.poll(() => readdirSync(path)).toEqual(['settings.json']);
});

test('an empty directory of the user is no bar', () => {
  const path = join(tempDir(), '.wave');
  mkdirSync(path);
  expect([isHeld(path), lookAtMachine(path).is]).toEqual([false, 'directory']);
});

test('what somebody removed meanwhile is made anew for the next one', async () => {
  const path = join(tempDir(), '.wave');
  const first = holdBars(barring(path));
  rmSync(path, { recursive: true });
  const second = holdBars(barring(path));
  expect(isHeld(path)).toBe(true);
  first();
  await sleep(400);
  expect(isHeld(path)).toBe(true);
  second();
  await expect.poll(() => existsSync(path)).toBe(false);
});
