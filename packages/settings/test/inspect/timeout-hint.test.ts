import { expect, test } from 'vitest';
import { timeoutHint } from '../../src/inspect/timeout-hint.ts';

test.each([
  [60, false],
  [999, false],
  [1_000, false],
  [1_800, false],
  [3_600, false],
  [7_200, false],
  [18_000, false],
  [86_400, false],
  [60_000, true],
  [86_000, true],
])('%d seconds, async %s, are seconds', (seconds, isAsync) => {
  expect(timeoutHint(seconds, isAsync)).toBeUndefined();
});

test.each([
  [2_000, false, 2],
  [5_000, false, 5],
  [10_000, false, 10],
  [30_000, false, 30],
  [60_000, false, 60],
  [600_000, false, 600],
  [600_000, true, 600],
])('%d seconds, async %s, may be %d', (seconds, isAsync, meant) => {
  expect(timeoutHint(seconds, isAsync)).toEqual({
    text: `"timeout" is ${seconds} seconds, which is ${Math.round(seconds / 60)} minutes`,
    fix: `if you meant milliseconds, write ${meant}: it is in seconds`,
  });
});
