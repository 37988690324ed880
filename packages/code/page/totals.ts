import type { Lane, Span } from '../src/trace/build/trace.ts';
import { OUTCOMES, outcomesOf } from './outcomes.ts';

/** What time can go to. */
export const SHARES = ['model', 'tools', 'hooks', 'waiting for you', 'other'] as const;
export type Share = (typeof SHARES)[number];

export interface Totals {
  readonly ms: number;
  readonly time: Readonly<Record<Share, number>>;
  /** Undefined where no request has a price. */
  readonly cost: number | undefined;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly calls: number;
  /** How many calls came out how. */
  readonly outcomes: Readonly<Record<string, number>>;
}

export function totalsOf(spans: readonly Span[], lanes: readonly Lane[]): Totals {
  const requests = spans.filter((span) => span.is === 'request');
  const calls = spans.filter((span) => span.is === 'call');
  const sum = (field: 'input' | 'output' | 'cached') =>
    requests.reduce((all, request) => all + request[field], 0);
  const costs = requests.flatMap(({ cost }) => cost ?? []);
  const met = calls.flatMap(outcomesOf);
  const time = timeSpent(spans, lanes);
  return {
    ms: Object.values(time).reduce((all, one) => all + one, 0),
    time,
    cost: costs.length === 0 ? undefined : costs.reduce((all, one) => all + one, 0),
    ...{ input: sum('input'), output: sum('output'), cached: sum('cached') },
    calls: calls.length,
    outcomes: Object.fromEntries(
      OUTCOMES.map((name) => [name, met.filter((one) => one === name).length]),
    ),
  };
}

/** Each moment of the turns goes to one share. */
export function timeSpent(
  spans: readonly Span[],
  lanes: readonly Lane[] = [],
): Record<Share, number> {
  // A call that started a subagent only waits for it.
  const starts = new Set(lanes.map(({ call }) => call));
  const edges = spans
    .flatMap((span) => intervalsOf(span, starts.has(span.id)))
    .flatMap(([share, at, ms]) => [
      { share, at, by: 1 },
      { share, at: at + ms, by: -1 },
    ])
    .sort((a, b) => a.at - b.at);
  const spent = { 'waiting for you': 0, hooks: 0, tools: 0, model: 0, other: 0 };
  const open = { ...spent };
  let last = 0;
  for (const { share, at, by } of edges) {
    const now = FIRST.find((one) => open[one] > 0);
    if (now) spent[now] += at - last;
    last = at;
    open[share] += by;
  }
  return spent;
}

/** Which share counts where several go on at once. */
const FIRST: readonly Share[] = ['waiting for you', 'hooks', 'tools', 'model', 'other'];

function intervalsOf(
  span: Span,
  isStart: boolean,
): readonly (readonly [share: Share, at: number, ms: number])[] {
  const { at, ms } = span;
  switch (span.is) {
    case 'turn':
      return [['other', at, ms]];
    case 'request':
      return [['model', at, ms]];
    case 'run':
      return span.late ? [] : [['hooks', at, ms]];
    case 'moment':
      return [];
    case 'call': {
      const { waited = 0, waitedAt = at } = span;
      const waiting = ['waiting for you', waitedAt, waited] as const;
      return isStart ? [waiting] : [waiting, ['tools', at, ms]];
    }
  }
}
