import type { LogEntry, LogRecord } from '@wavehooks/settings/log';

/** A record with its place in the log, which is its name. */
export type Logged = LogRecord & { readonly chain?: string; readonly n?: number };

export type Of<K> = Extract<Logged, { readonly is: K }>;

/** The session's own, and runs on its erased prompts, which name no session: by their process and time. */
export function ownRecords(all: readonly Logged[], session: string): readonly Logged[] {
  const own = all.filter((record) => record.session === session);
  const turns = ofKind(own, 'turn');
  const erased = entriesIn(all).filter(
    (entry) => entry.erased && turns.some((turn) => isDuring(entry, turn)),
  );
  return [...own, ...erased];
}

const isDuring = (entry: LogEntry & Logged, turn: Of<'turn'>): boolean =>
  entry.chain !== undefined &&
  entry.chain === turn.chain &&
  entry.time >= turn.at &&
  entry.time <= turn.time;

export const ofKind = <K extends 'turn' | 'request' | 'call' | 'decision' | 'moment' | 'inventory'>(
  records: readonly Logged[],
  kind: K,
): readonly Of<K>[] =>
  records.filter((record): record is Of<K> => 'is' in record && record.is === kind);

export const entriesIn = (records: readonly Logged[]) =>
  records.filter((record): record is LogEntry & Logged => !('is' in record));

/** A run without a time of its own was written at its end. */
export const beginOf = (record: Logged): number =>
  record.at === undefined
    ? Date.parse(record.time) - ('ms' in record ? record.ms : 0)
    : Date.parse(record.at);
