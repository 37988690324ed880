import type { DecidedBy, DecisionRecord, LogEntry, RequestRecord } from '@wavehooks/settings/log';

export const at = (time: string) => ({ time, at: time });

/** Records as the log has them. */
export const decision = (
  time: string,
  by: DecidedBy,
  more: Partial<DecisionRecord> = {},
): DecisionRecord => ({
  ...{ is: 'decision', ...at(time), session: 's1', call: 'c1', tool: 'Bash' },
  ...{ answer: 'yes', row: 19, by },
  ...more,
});

export const run = (time: string, hook: string, more: Partial<LogEntry> = {}): LogEntry => ({
  ...{ ...at(time), session: 's1', event: 'PreToolUse', tool: 'Bash', hook, source: 'f:1' },
  ...{ outcome: { is: 'exit', code: 0 }, ms: 10, decision: 'none', verdict: 'none' },
  ...more,
});

export const request = (time: string, more: Partial<RequestRecord> = {}): RequestRecord => ({
  ...{ is: 'request', ...at(time), session: 's1', model: 'm', ms: 5 },
  ...{ input: 100, output: 10, cached: 50, ended: 'done' },
  ...more,
});
