import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ignoresAt } from '../../../src/undo/tree/ignored.ts';
import { tempDir } from '../../talk.ts';

const DIRS = [
  ...['out', 'src', 'src/out', 'src/gen', 'src/gen/deep', 'a.b', 'axb', 'build-1', 'build-x'],
  ...['deep/er/cache', 'cache', 'docs/html', 'docs/x/html', 'keep', 'two words', 'star*', '#hash'],
];

const rules: readonly string[] = [
  ...[
    'out',
    'out/',
    '/out',
    'src/out',
    '/src/gen/',
    'src/**',
    '**/cache',
    'docs/**/html',
    'docs/*/html',
  ],
  ...[
    'a.b',
    'a?b',
    'build-[0-9]',
    'build-[!0-9]',
    '*',
    '*\n!keep',
    'two words',
    'star\\*',
    '\\#hash',
  ],
  ...['# out', '', '!out', 'out\n!out', 'src\n!src/gen', 'gen', '*er'],
];

test.each(rules)('%j is read as git reads it', (text) => {
  const dir = tempDir();
  execFileSync('git', ['init', '-q'], { cwd: dir });
  writeFileSync(join(dir, '.gitignore'), `${text}\n`);
  for (const one of DIRS) mkdirSync(join(dir, one), { recursive: true });
  const input = DIRS.join('\n');
  const { stdout } = spawnSync('git', ['check-ignore', '--stdin', '--no-index'], {
    cwd: dir,
    input,
  });
  const theirs = String(stdout)
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^"(.*)"$/, '$1').replace(/\/$/, ''));
  const ignores = ignoresAt(dir);
  // What is below an ignored directory is ignored with it.
  const isIgnored = (path: string): boolean =>
    path !== '.' && (ignores.ignores(join(dir, path)) || isIgnored(dirname(path)));
  expect(DIRS.filter(isIgnored)).toEqual(theirs);
});

test('rules of directories further down, and what is made by machines anyway', () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'sub'));
  writeFileSync(join(dir, 'sub/.gitignore'), '/out\n');
  const top = ignoresAt(dir);
  const sub = top.within(join(dir, 'sub'));
  expect(
    ['out', 'sub/out', 'sub/x/out', 'sub/node_modules'].map((path) => [
      top.ignores(join(dir, path)),
      sub.ignores(join(dir, path)),
    ]),
  ).toEqual([
    [false, false],
    [false, true],
    [false, false],
    [true, true],
  ]);
});
