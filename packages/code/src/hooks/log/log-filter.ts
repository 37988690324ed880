import { type Decision, isEventName } from '@wavehooks/hooks';
import { wrongEvent } from '@wavehooks/hooks/vocabulary';
import { isFailure, type LogEntry } from '@wavehooks/settings/log';
import { UsageError } from '../../cli/command.ts';

export interface FilterOptions {
  readonly hook?: string;
  readonly event?: string;
  readonly tool?: string;
  readonly failed?: boolean;
  readonly decision?: string;
  readonly since?: string;
}

export type Filter = (entry: LogEntry) => boolean;

/** Those entries that every given option lets through. */
export function makeFilter(options: FilterOptions, now: number): Filter {
  const { hook, event, tool, failed, decision, since } = options;
  if (event !== undefined && !isEventName(event))
    throw new UsageError(`--event: ${wrongEvent(event)}`);
  if (decision !== undefined && !DECISIONS.some((known) => known === decision))
    throw new UsageError(`--decision: expected one of ${DECISIONS.join(', ')}, got "${decision}"`);
  const tests: Filter[] = [];
  if (hook !== undefined) tests.push((entry) => entry.hook.includes(hook));
  if (event !== undefined) tests.push((entry) => entry.event === event);
  if (tool !== undefined) tests.push((entry) => entry.tool === tool);
  if (failed) tests.push((entry) => isFailure(entry.outcome));
  if (decision !== undefined) tests.push((entry) => entry.decision === decision);
  if (since !== undefined) tests.push(isSince(since, now));
  return (entry) => tests.every((test) => test(entry));
}

const DECISIONS: readonly Decision[] = ['none', 'allow', 'ask', 'block', 'halt'];

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function isSince(text: string, now: number): Filter {
  const from = timeSince(text, now);
  return (entry) => Date.parse(entry.time) >= from;
}

/** When a time that somebody typed was. A date alone is a day where they are. */
export function timeSince(text: string, now: number): number {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const from = amount
    ? now - Number(amount) * (UNITS[unit] ?? 0)
    : Date.parse(isDay ? `${text}T00:00` : text);
  if (Number.isNaN(from))
    throw new UsageError(
      `--since: expected 10m, 2h, 3d or a date such as 2026-01-31T12:00, got "${text}"`,
    );
  return from;
}
