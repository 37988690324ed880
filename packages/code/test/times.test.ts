import { expect, test } from 'vitest';
import { duration, percentile } from '../src/cli/times.ts';

test.each([
  [0, '0'],
  [0.25, '0.25 ms'],
  [9.96, '10.0 ms'],
  [250, '250 ms'],
  [1_500, '1.5 s'],
  [59_400, '59 s'],
  [61_000, '1 min 1 s'],
  [3_599_000, '59 min 59 s'],
  [3_660_000, '1 h 1 min'],
  [300_000_000, '83 h 20 min'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('so many of a hundred do not pass it', () => {
  const values = Array.from({ length: 20 }, (_, n) => n + 1);
  expect([50, 95, 100].map((percent) => percentile(values, percent))).toEqual([10, 19, 20]);
  expect(percentile([], 50)).toBe(0);
});
