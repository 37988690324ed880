import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closingLines, type Ended } from './closing-line.ts';
import { APART, BOXED } from './platforms.ts';

const root = join(import.meta.dirname, '..');

describe('tests of the sandbox', () => {
  const tests = BOXED.files.map((file) => ({ file, name: `${BOXED.name} > x`, state: 'skipped' }));
  const none = {
    ok: false,
    why: 'bubblewrap (bwrap) is not installed',
    remedy: ['sudo apt install bubblewrap socat', 'other'],
  } as const;

  test('where there is none: one line says which did not run, why, and how to get it', () => {
    expect(closingLines(tests, 0, 'linux', [], () => none)).toEqual([
      `${BOXED.files.length} of the sandbox did not run (${BOXED.files.join(', ')}): bubblewrap (bwrap) is not installed; sudo apt install bubblewrap socat`,
      '0 passed, 0 failed, 0 skipped',
    ]);
    expect(closingLines(tests, 0, 'darwin', [], () => none)[0]).toContain('which is for Linux');
  });

  test('each file is there, and has such tests', () => {
    for (const file of BOXED.files)
      expect(readFileSync(join(root, file), 'utf8'), file).toContain(`('${BOXED.name}'`);
  });
});

describe('the closing line', () => {
  const list = [{ platform: 'darwin', file: 'a.test.ts', name: 'on Linux', why: '' }] as const;
  const one = (state: string, name = 'x', file = 'a.test.ts'): Ended => ({ file, name, state });

  test.each<[string, readonly Ended[], number, NodeJS.Platform, readonly string[]]>([
    ['nothing', [], 0, 'linux', ['0 passed, 0 failed, 0 skipped']],
    [
      'all kinds',
      [one('passed'), one('failed'), one('skipped')],
      0,
      'linux',
      ['1 passed, 1 failed, 1 skipped'],
    ],
    ['a file that does not load', [one('passed')], 1, 'linux', ['1 passed, 1 failed, 0 skipped']],
    [
      'what a platform cannot have is counted apart',
      [one('passed'), one('skipped', 'on Linux > x'), one('skipped', 'on Linux > y')],
      0,
      'darwin',
      ['2 not for darwin (test/platforms.ts)', '1 passed, 0 failed, 0 skipped'],
    ],
    [
      'elsewhere it is missing',
      [one('skipped', 'on Linux > x')],
      0,
      'linux',
      ['0 passed, 0 failed, 1 skipped'],
    ],
    [
      'so is one of another file',
      [one('skipped', 'on Linux', 'b.test.ts')],
      0,
      'darwin',
      ['0 passed, 0 failed, 1 skipped'],
    ],
    [
      'so is one with another name',
      [one('skipped', 'also on Linux')],
      0,
      'darwin',
      ['0 passed, 0 failed, 1 skipped'],
    ],
    [
      'a failure is never left out',
      [one('failed', 'on Linux')],
      0,
      'darwin',
      ['0 passed, 1 failed, 0 skipped'],
    ],
  ])('%s', (_, tests, broken, platform, lines) => {
    expect(closingLines(tests, broken, platform, list)).toEqual(lines);
  });
});

test.each(APART)('$file has a test that begins with "$name"', ({ file, name }) => {
  expect(existsSync(join(root, file))).toBe(true);
  // A title of a table has a place to fill in.
  const text = readFileSync(join(root, file), 'utf8');
  const words = name.replace(/^a (command|worker|companion) /, 'a %s ');
  expect(text).toContain(words);
});
