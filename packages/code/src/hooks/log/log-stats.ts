import { isFailure, type LogEntry } from '@wavehooks/settings/log';
import { printable } from '../../cli/style.ts';
import { percentile } from '../../cli/times.ts';
import { localTime } from './log-line.ts';

export interface HookStats {
  readonly hook: string;
  readonly runs: number;
  readonly failures: number;
  readonly blocks: number;
  /** Of the runs that began: a hook that did not start took no time, and was not fast. */
  readonly p50?: number;
  readonly p95?: number;
  readonly max?: number;
  readonly last: string;
}

/** A row a hook, by name. */
export function statsOf(entries: readonly LogEntry[]): HookStats[] {
  const byHook = Map.groupBy(entries, ({ hook }) => hook);
  return [...byHook]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([hook, runs]) => {
      const began = runs.filter(({ outcome }) => outcome.is !== 'start');
      const times = began.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        hook,
        runs: runs.length,
        failures: runs.filter(({ outcome }) => isFailure(outcome)).length,
        blocks: runs.filter(({ decision }) => decision === 'block' || decision === 'halt').length,
        ...timesOf(times),
        last:
          runs
            .map(({ time }) => time)
            .sort()
            .at(-1) ?? '',
      };
    });
}

const timesOf = (sorted: readonly number[]): Pick<HookStats, 'p50' | 'p95' | 'max'> =>
  sorted.length === 0
    ? {}
    : { p50: percentile(sorted, 50), p95: percentile(sorted, 95), max: sorted.at(-1) ?? 0 };

const HEADS = ['hook', 'runs', 'failures', 'blocks', 'p50 ms', 'p95 ms', 'max ms', 'last run'];

export function statsTable(rows: readonly HookStats[]): string {
  if (rows.length === 0) return '';
  const cells = [HEADS, ...rows.map(cellsOf)];
  const widths = HEADS.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const pad = (text: string, at: number) =>
    at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0);
  return cells.map((row) => `${row.map(pad).join('  ')}\n`).join('');
}

const cellsOf = ({ hook, runs, failures, blocks, p50, p95, max, last }: HookStats): string[] => [
  printable(hook.replace(/\s+/g, ' ')).slice(0, 40),
  ...[runs, failures, blocks].map(String),
  ...[p50, p95, max].map((ms) => ms?.toFixed(1) ?? '-'),
  localTime(last),
];
