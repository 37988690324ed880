import '../../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTooOld } from '../../src/vocabulary/node-version.ts';

const root = join(import.meta.dirname, '../..');

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string };
};
const least = engines.node.replace('>=', '');

test.each([
  ['8.0.0', true],
  ['20.20.2', true],
  ['21.99.0', true],
  ['22.0.0', true],
  ['22.11.9', true],
  [`${least}.0`, false],
  ['22.12.0-nightly', false],
  ['22.13.1', false],
  ['23.0.0', false],
  ['24.9.0', false],
  ['100.0.0', false],
])('Node %s is too old: %s', (version, tooOld) => {
  expect(isTooOld(version)).toBe(tooOld);
});

/** Runs the built package in a process that takes itself for another Node. */
function engineOn(version: string): string {
  const code = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    const { createEngine } = await import(${JSON.stringify(join(root, 'dist/index.js'))});
    const made = createEngine({ hooks: {}, launcher: false });
    console.log(await made.then(() => 'made', (error) => error.message));`;
  const args = ['--input-type=module', '-e', code];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 }).stdout.trim();
}

test('an engine on a Node that is too old says so, and which it needs', () => {
  expect(engineOn('20.20.2')).toBe(
    `@wavehooks/hooks needs Node ${least} or newer; this is Node 20.20.2`,
  );
  expect(engineOn('22.12.0')).toBe('made');
});
