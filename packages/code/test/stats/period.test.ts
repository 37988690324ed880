import { afterEach, expect, test } from 'vitest';
import { dayOf, lastDays, periodSince } from '../../src/stats/period.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const inZone = (name: string) => {
  process.env['TZ'] = name;
};

test('days are where the reader is', () => {
  const now = Date.parse('2026-01-31T02:00:00Z');
  inZone('America/New_York');
  expect(lastDays(2, now)).toEqual({
    from: Date.parse('2026-01-29T05:00:00Z'),
    to: now,
    days: ['2026-01-29', '2026-01-30'],
  });
  inZone('Asia/Tokyo');
  expect(lastDays(2, now)).toEqual({
    from: Date.parse('2026-01-29T15:00:00Z'),
    to: now,
    days: ['2026-01-30', '2026-01-31'],
  });
});

test.each([
  // The clock goes back on 1 November, forward on 8 March; in Beirut there is no midnight on 29 March.
  ['America/New_York', '2026-11-04T12:00:00Z', '2026-10-29T04:00:00.000Z'],
  ['America/New_York', '2026-03-11T12:00:00Z', '2026-03-05T05:00:00.000Z'],
  ['Asia/Beirut', '2026-04-01T12:00:00Z', '2026-03-25T22:00:00.000Z'],
])('a week with a change of the clock has seven days: %s', (name, now, from) => {
  inZone(name);
  const week = lastDays(7, Date.parse(now));
  expect(new Date(week.from).toISOString()).toBe(from);
  expect(new Set(week.days).size).toBe(7);
  for (const hour of Array.from({ length: 7 * 24 }, (_, n) => n))
    expect(week.days).toContain(dayOf(Math.min(week.from + hour * 3_600_000, week.to)));
});

test('from a moment on, and the days in between', () => {
  inZone('America/New_York');
  const now = Date.parse('2026-11-02T04:30:00Z');
  const from = Date.parse('2026-10-31T20:00:00Z');
  expect(periodSince(from, now)).toEqual({
    ...{ from, to: now },
    days: ['2026-10-31', '2026-11-01'],
  });
  expect(periodSince(0, now).days.length).toBe(366);
  expect(periodSince(now + 5, now)).toMatchObject({ from: now, days: ['2026-11-01'] });
});
