import type { Span } from '../src/trace/build/trace.ts';

/** The time line with what is idle folded. Places on it are milliseconds, without what the folds left out. */
export interface TimeLine {
  readonly length: number;
  placeOf(ms: number): number;
  timeAt(place: number): number;
  readonly folds: readonly Fold[];
}

interface Fold {
  readonly from: number;
  readonly ms: number;
  /** How much of the line it takes. */
  readonly shown: number;
}

/** Shorter pauses tell something. */
const SHORTEST = 1000;
/** How much of the line all folds take, against what was done. */
const SHARE = 0.2;

export function timeLine(spans: readonly Span[]): TimeLine {
  const end = spans.reduce((last, { at, ms }) => Math.max(last, at + ms), 1);
  const gaps = gapsIn(spans.flatMap(busyIn), end).filter(({ ms }) => ms > SHORTEST);
  const busy = end - gaps.reduce((sum, { ms }) => sum + ms, 0);
  const most = Math.max(1, (busy * SHARE) / gaps.length);
  const folds = gaps.filter(({ ms }) => ms > most).map((gap) => ({ ...gap, shown: most }));
  // From the first to the last: what each fold leaves out moves all behind it.
  const placeOf = (time: number): number =>
    folds.reduce((place, { from, ms, shown }) => {
      const inside = Math.min(Math.max(time - from, 0), ms);
      return place - inside * (1 - shown / ms);
    }, time);
  const timeAt = (place: number): number => {
    let time = place;
    for (const { from, ms, shown } of folds)
      if (time > from) time += Math.min(time - from, shown) * (ms / shown - 1);
    return time;
  };
  return { length: placeOf(end), placeOf, timeAt, folds };
}

type Interval = readonly [from: number, to: number];

/** When something was done: a turn is what is in it, and waiting for you is not work. */
function busyIn(span: Span): readonly Interval[] {
  const { at, ms } = span;
  if (span.is === 'turn') return [];
  const { waited, waitedAt = at } = span.is === 'call' ? span : {};
  if (waited === undefined) return [[at, at + ms]];
  return [
    [at, waitedAt],
    [waitedAt + waited, at + ms],
  ];
}

function gapsIn(busy: readonly Interval[], end: number): readonly Omit<Fold, 'shown'>[] {
  const gaps: Omit<Fold, 'shown'>[] = [];
  let last = 0;
  for (const [from, to] of [...busy, [end, end] as const].sort((a, b) => a[0] - b[0])) {
    if (from > last) gaps.push({ from: last, ms: from - last });
    last = Math.max(last, to);
  }
  return gaps;
}
