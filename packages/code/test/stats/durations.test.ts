import { expect, test } from 'vitest';
import { createDurations } from '../../src/stats/durations.ts';

const of = (values: readonly number[]) => {
  const durations = createDurations();
  for (const value of values) durations.add(value);
  return [50, 95].map((percent) => durations.percentile(percent));
};

test('few are exact', () => {
  expect(of([])).toEqual([0, 0]);
  expect(of([12.3])).toEqual([12.3, 12.3]);
  expect(of(Array.from({ length: 1_000 }, (_, n) => 1_000 - n))).toEqual([500, 950]);
});

test.each([1_001, 50_000])('of %i the error is at most 1 %%', (count) => {
  const values = Array.from({ length: count }, (_, n) => n + 1);
  const [p50 = 0, p95 = 0] = of(values);
  for (const [value, percent] of [
    [p50, 50],
    [p95, 95],
  ] as const) {
    const exact = Math.ceil((count * percent) / 100);
    expect(Math.abs(value - exact) / exact).toBeLessThan(0.011);
  }
});

test('nothing at all takes no time', () => {
  expect(of(new Array(2_000).fill(0))[0]).toBeLessThan(0.002);
});
