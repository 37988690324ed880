import type { LogEntry } from '@wavehooks/settings/log';
import { entriesIn, type Logged, ofKind } from './logged.ts';
import { idOf, isIn, laneOf } from './place.ts';
import type { HookRun, Moment } from './trace.ts';

/** The moment that a run was part of, by the names of both. */
export type MomentOf = (entry: LogEntry & Logged, at: number) => string | undefined;

/**
 * The runs of an event are written right before it, in the same chain. Times would not do: the first line
 * of a log takes longer than some hooks. Only what nobody waited for is written later.
 */
export function momentsOf(records: readonly Logged[], moments: readonly Moment[]): MomentOf {
  const found = new Map<string, string>();
  const waiting = new Map<string, string[]>();
  for (const record of [...entriesIn(records), ...ofKind(records, 'moment')].sort(inChain)) {
    const key = `${record.chain} ${laneOf(record)} ${record.event}`;
    const isRun = !('is' in record);
    const runs = waiting.get(key) ?? [];
    if (isRun && !record.late && !record.erased && record.call === undefined)
      waiting.set(key, runs).get(key)?.push(idOf(record));
    if (isRun) continue;
    for (const run of runs) found.set(run, idOf(record));
    waiting.delete(key);
  }
  return (entry, at) =>
    found.get(idOf(entry)) ?? (entry.late ? around(entry, at, moments) : undefined);
}

const inChain = (a: Logged, b: Logged): number => (a.n ?? 0) - (b.n ?? 0);

function around(
  entry: LogEntry & Logged,
  at: number,
  moments: readonly Pick<Moment, 'id' | 'event' | 'lane' | 'at' | 'ms'>[],
): HookRun['parent'] {
  return moments.find(
    (one) => one.event === entry.event && one.lane === laneOf(entry) && isIn(at, one),
  )?.id;
}
