import { afterEach, expect, test, vi } from 'vitest';
import { clock } from '../../src/telemetry/clock.ts';

afterEach(() => vi.useRealTimers());

test('a system clock that is set back or on is followed, and no time comes twice in reverse', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_000_000 });
  // What other tests of this process have seen is later.
  vi.setSystemTime(9_000_000_000_000);
  const start = clock();
  vi.setSystemTime(start - 1_000);
  expect(clock()).toBe(start);
  vi.advanceTimersByTime(1_500);
  expect(clock()).toBeCloseTo(start + 500, 0);
  vi.setSystemTime(start + 3_600_000);
  expect(clock()).toBeCloseTo(start + 3_600_000, 0);
});
