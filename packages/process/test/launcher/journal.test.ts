import { spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { namelessFile } from '../../src/basics/nameless.ts';
import { lookUp, note } from '../../src/wire/journal.ts';

function journal(): number {
  const file = namelessFile();
  onTestFinished(() => closeSync(file));
  return file;
}

test('what was never begun is not in it', () => {
  const file = journal();
  expect(lookUp(file, 1)).toEqual({ isTaken: false, pid: undefined });
  note(file, 1, 77);
  for (const run of [2, 3, 257]) expect(lookUp(file, run).isTaken).toBe(false);
});

test('a run is taken before its number is known', () => {
  const file = journal();
  note(file, 300, 0);
  expect(lookUp(file, 300)).toEqual({ isTaken: true, pid: undefined });
  note(file, 300, 4711);
  expect(lookUp(file, 300)).toEqual({ isTaken: true, pid: 4711 });
});

test('one whose place a later run has was taken as well, and nobody takes the other for it', () => {
  const file = journal();
  note(file, 5, 1234);
  note(file, 5 + 256, 5678);
  expect(lookUp(file, 5)).toEqual({ isTaken: true, pid: undefined });
  expect(lookUp(file, 5 + 256)).toEqual({ isTaken: true, pid: 5678 });
});

test('numbers start anew after the last', () => {
  const file = journal();
  const last = 2 ** 32 - 1;
  note(file, last, 9);
  expect(lookUp(file, last)).toEqual({ isTaken: true, pid: 9 });
  expect(lookUp(file, 255).isTaken).toBe(false);
  note(file, 255, 10);
  expect([lookUp(file, last).isTaken, lookUp(file, 255).pid]).toEqual([true, 10]);
});

/** Runs with a place for files in memory that has no room left. */
const IN_FULL_MEMORY =
  'mount -t tmpfs -o size=16k tmpfs /dev/shm && { cat /dev/zero >/dev/shm/full 2>/dev/null; exec "$@"; }';
const inFullMemory = (...command: readonly string[]) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', IN_FULL_MEMORY, 'sh', ...command], { encoding: 'utf8' });

test('where memory has no room it is on a disk, and the launcher works', {
  tags: 'namespaces',
}, () => {
  const agent = bundled(join(import.meta.dirname, 'agent.ts'));
  const byLauncher = "sleep 0.2; grep -q '[l]auncher/launcher' /proc/$PPID/cmdline";
  const { stdout } = inFullMemory(process.execPath, agent, byLauncher);
  expect(stdout).toMatch(/^\d+ \d+\n\{"is":"exit","code":0\}$/);
});
