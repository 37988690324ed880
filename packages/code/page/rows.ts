import type { Lane, Span, Trace } from '../src/trace/build/trace.ts';

/** A line of the timeline: the head of a lane, or a span with how deep it stands. */
export type Row =
  | { readonly is: 'lane'; readonly id: string; readonly lane: Lane }
  | { readonly is: 'span'; readonly id: string; readonly span: Span; readonly depth: number };

/** Lane by lane, each in the order of time. What belongs to another span stands right behind it. */
export function rowsOf({ lanes, spans }: Pick<Trace, 'lanes' | 'spans'>): readonly Row[] {
  const byLane = Map.groupBy(spans, ({ lane }) => lane);
  return lanes.flatMap((lane): readonly Row[] => {
    const rows = inOrder(byLane.get(lane.id) ?? []);
    const own = rows.map((row): Row => ({ is: 'span', id: row.span.id, ...row }));
    return [{ is: 'lane', id: `lane ${lane.id}`, lane }, ...own];
  });
}

/** Those that pass, by their places, and the heads of their lanes. */
export function passing(rows: readonly Row[], passes: (at: number) => boolean): readonly Row[] {
  const left = rows.filter((row, at) => row.is === 'lane' || passes(at));
  return left.filter((row, at) => row.is === 'span' || left[at + 1]?.is === 'span');
}

interface Placed {
  readonly span: Span;
  readonly depth: number;
}

function inOrder(spans: readonly Span[]): readonly Placed[] {
  const here = new Set(spans.map(({ id }) => id));
  const children = Map.groupBy(spans, ({ parent }) =>
    parent !== undefined && here.has(parent) ? parent : '',
  );
  const placed: Placed[] = [];
  const place = (id: string, depth: number) => {
    for (const span of (children.get(id) ?? []).sort((a, b) => a.at - b.at)) {
      placed.push({ span, depth });
      if (span.id !== id) place(span.id, depth + 1);
    }
  };
  place('', 0);
  return placed;
}
