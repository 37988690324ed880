import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aloneIn, changesProcess, doesOnce } from './alone.ts';

/** Written in pieces: this file itself changes nothing. */
const of = (text: string) => text.replace('PROCESS', 'process').replace('VI', 'vi');

test.each([
  `PROCESS.env['HOME'] = home;`,
  'PROCESS.env.HOME = home;',
  'PROCESS.env = {};',
  `delete PROCESS.env['HOME'];`,
  'Object.assign(PROCESS.env, { HOME: home });',
  `Object.defineProperty(PROCESS, 'versions', {});`,
  'PROCESS.chdir(dir);',
  'const before = PROCESS.umask(0o77);',
  `PROCESS.on('warning', note);`,
  'PROCESS.execPath = path;',
  'expect(PROCESS.memoryUsage().rss).toBeLessThan(1);',
  'VI.useFakeTimers();',
  `VI.stubEnv('HOME', home);`,
  'VI.resetModules();',
])('alone: %s', (text) => {
  expect(changesProcess(of(text))).toBe(true);
});

test.each([
  `const { HOME } = PROCESS.env;`,
  `if (PROCESS.env['HOME'] === home) return;`,
  'spawn(PROCESS.execPath, [file]);',
  'PROCESS.kill(pid, 0);',
  'await VI.waitFor(() => expect(seen).toBe(true));',
  'const heard = VI.fn();',
])('with others: %s', (text) => {
  expect(changesProcess(of(text))).toBe(false);
});

test.each([
  'afterAll(() => rmSync(dir));',
  'import x from "y";\nbeforeEach(() => open());',
  'let parent = 0;',
  `const dir = mkdtempSync(join(tmpdir(), 'x-'));`,
])('alone, with a helper that does something where it is loaded: %j', (text) => {
  expect(doesOnce(text)).toBe(true);
});

test.each([
  'const NAMES = [];',
  'export const place = () => {\n  let x = 0;\n  afterAll(() => rmSync(x));\n};',
])('with others, with a helper that does it when it is called: %j', (text) => {
  expect(doesOnce(text)).toBe(false);
});

test('a helper counts as the file that imports it, over any number of steps', () => {
  const dir = mkdtempSync(join(tmpdir(), 'alone-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), of(text));
  };
  write('packages/a/test/far.ts', 'PROCESS.chdir(dir);');
  write('packages/a/test/near.ts', `import { y } from './ring.ts';\nexport { x } from './far.ts';`);
  write('packages/a/test/ring.ts', `import { z } from './near.ts';`);
  write('packages/a/test/deep/one.test.ts', `import { x } from '../near.ts';`);
  write('packages/a/test/typed.test.ts', `import type { X } from './near.ts';`);
  write('packages/a/test/ringed.test.ts', `import { x } from './ring.ts';`);
  write('packages/a/test/shared.ts', `export let made = 0;`);
  write('packages/a/test/sharing.test.ts', `import { made } from './shared.ts';`);
  write('packages/a/test/own.test.ts', 'let made = 0;\nafterAll(() => close());');
  write('packages/a/src/source.ts', 'PROCESS.chdir(dir);');
  write('packages/a/test/source.test.ts', `import { x } from '../src/source.ts';`);
  write('packages/process/test/any.test.ts', '');
  write('test/own.test.ts', 'PROCESS.exitCode = 1;');
  expect(aloneIn(dir)).toEqual([
    'packages/a/test/deep/one.test.ts',
    'packages/a/test/ringed.test.ts',
    'packages/a/test/sharing.test.ts',
    'packages/process/test/any.test.ts',
    'test/own.test.ts',
  ]);
});
