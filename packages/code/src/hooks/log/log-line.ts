import type { HookOutcome } from '@wavehooks/hooks';
import { isFailure, type LogEntry } from '@wavehooks/settings/log';
import { DECISION_STYLE } from '../../cli/decision-style.ts';
import { painter, printable } from '../../cli/style.ts';

/** One run on one line: when, what, who, how it ended, what it asked for and what it said. */
export function logLine(entry: LogEntry, color: boolean): string {
  const paint = painter(color);
  const failed = isFailure(entry.outcome);
  return [
    paint('dim', localTime(entry.time)),
    column(`${entry.event} ${entry.tool ?? ''}`, 24),
    column(entry.hook, 20),
    paint(failed ? 'red' : 'green', column(endOf(entry.outcome), 10)),
    column(`${entry.ms.toFixed(1)} ms`, 10),
    paint(DECISION_STYLE[entry.decision] ?? 'dim', column(entry.decision, 5)),
    saidBy(entry),
  ]
    .join('  ')
    .trimEnd();
}

/** The log is a file, and a file can hold anything. */
const column = (text: string, width: number) => oneLine(text, 60).padEnd(width);

const oneLine = (text: string, max: number) => {
  const line = printable(text.replace(/\s+/g, ' ').trim());
  return line.length > max ? `${line.slice(0, max - 3)}...` : line;
};

const ENDS: { [K in HookOutcome['is']]: (outcome: Extract<HookOutcome, { is: K }>) => string } = {
  exit: ({ code }) => `exit ${code}`,
  signal: ({ signal }) => String(signal),
  timeout: () => 'timed out',
  start: () => 'no start',
  cancelled: () => 'cancelled',
  cut: ({ stream }) => `${stream} cut`,
  http: ({ status }) => `HTTP ${status}`,
  lost: () => 'no answer',
  async: () => 'runs on',
};

/** How a run ended, in a word or two. */
export const endOf = (outcome: HookOutcome): string =>
  Object.hasOwn(ENDS, outcome.is)
    ? (ENDS[outcome.is] as (outcome: HookOutcome) => string)(outcome)
    : outcome.is;

function saidBy({ erased, toAgent, toUser, context, stderr }: LogEntry): string {
  if (erased) return '(the prompt was erased)';
  const [first = ''] = [toAgent, toUser, context, [stderr]].flat().filter((text) => text);
  return oneLine(String(first).split('\n')[0] ?? '', 120);
}

/** `2026-01-31 12:00:00`, where the reader is. */
export function localTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return oneLine(time, 19);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
