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
  const edges: number[] = [];
  for (const span of spans)
    for (const [share, at, ms] of intervalsOf(span, starts.has(span.id)))
      edges.push(edgeAt(at, share, false), edgeAt(at + ms, share, true));
  const spent = { 'waiting for you': 0, hooks: 0, tools: 0, model: 0, other: 0 };
  const open = FIRST.map(() => 0);
  let last = 0;
  for (const edge of Float64Array.from(edges).sort()) {
    const at = Math.floor(edge / KINDS) / PER_MS;
    const now = FIRST[open.findIndex((count) => count > 0)];
    if (now) spent[now] += at - last;
    last = at;
    const kind = edge % KINDS;
    open[kind >> 1] = (open[kind >> 1] ?? 0) + (kind & 1 ? -1 : 1);
  }
  return spent;
}

/** Which share counts where several go on at once. */
const FIRST: readonly Share[] = ['waiting for you', 'hooks', 'tools', 'model', 'other'];

/** Numbers are sorted ten times as fast as objects, and a session can have fifty thousand edges. */
const PER_MS = 100;
const KINDS = 16;
const edgeAt = (at: number, share: Share, isEnd: boolean): number =>
  Math.round(at * PER_MS) * KINDS + FIRST.indexOf(share) * 2 + Number(isEnd);

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
