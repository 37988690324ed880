import { describe, expect, test } from 'vitest';
import { closing, type Ended } from './closing-line.ts';
import type { Need } from './platforms.ts';

const one = (state: string, ...tags: string[]): Ended => ({ state, tags });

describe('the closing line', () => {
  test.each<[string, readonly Ended[], number, readonly Need[], string, number]>([
    ['nothing', [], 0, [], '0 passed, 0 failed, 0 skipped', 0],
    [
      'all kinds',
      [one('passed'), one('failed'), one('skipped')],
      0,
      [],
      '1 passed, 1 failed, 1 skipped',
      1,
    ],
    ['a file that does not load', [one('passed')], 1, [], '1 passed, 1 failed, 0 skipped', 0],
    [
      'what is missing here, by name and number',
      [one('passed'), one('skipped', 'jq'), one('skipped', 'jq'), one('skipped', 'curl')],
      0,
      ['curl', 'jq'],
      '1 passed, 0 failed, 3 skipped (need: 1 curl, 2 jq)',
      0,
    ],
    [
      'one that needs two programs counts once',
      [one('skipped', 'jq', 'curl')],
      0,
      ['curl', 'jq'],
      '0 passed, 0 failed, 1 skipped (need: 1 curl)',
      0,
    ],
    [
      'skipped although the machine has what it needs',
      [one('skipped', 'jq')],
      0,
      ['curl'],
      '0 passed, 0 failed, 1 skipped',
      1,
    ],
    [
      'a failure is never left out',
      [one('failed', 'jq')],
      0,
      ['jq'],
      '0 passed, 1 failed, 0 skipped',
      0,
    ],
  ])('%s', (_, tests, broken, missing, line, forgotten) => {
    expect(closing(tests, broken, missing)).toEqual({ line, forgotten });
  });
});
