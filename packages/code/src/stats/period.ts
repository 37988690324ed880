/** A span of time, and the days that it touches. */
export interface Period {
  readonly from: number;
  readonly to: number;
  /** `2026-01-31`, where the reader is; the oldest first. */
  readonly days: readonly string[];
}

export const MOST_DAYS = 366;

/** Whole days where the reader is, today included: a day has 23 or 25 hours twice a year. */
export function lastDays(count: number, now: number): Period {
  const today = new Date(now);
  const dayBefore = (n: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - n);
  const days = Array.from({ length: count }, (_, at) => dayBefore(count - 1 - at));
  return { from: days[0]?.getTime() ?? now, to: now, days: days.map(dateOf) };
}

/** From a moment on. The days in between are listed as far as a year goes. */
export function periodSince(from: number, now: number): Period {
  const { days } = lastDays(Math.min(MOST_DAYS, daysBetween(from, now) + 1), now);
  return { from: Math.min(from, now), to: now, days };
}

/** By the calendar: the middle of a day is in that day, however long it is. */
const daysBetween = (from: number, to: number): number =>
  Math.max(0, Math.round((noonOf(to) - noonOf(from)) / 86_400_000));

const noonOf = (time: number): number => new Date(time).setHours(12, 0, 0, 0);

/** The day that a moment is in, where the reader is. */
export const dayOf = (time: number): string => dateOf(new Date(time));

const dateOf = (date: Date): string =>
  [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');

const two = (part: number): string => String(part).padStart(2, '0');
