import type { Span, Trace } from '../src/trace/build/trace.ts';

/** A line of the timeline: a span, with how deep it stands. */
export interface Row {
  readonly span: Span;
  readonly depth: number;
}

/** In the order of time. What belongs to another span stands right behind it, subagents behind their call. */
export function rowsOf({ lanes, spans }: Pick<Trace, 'lanes' | 'spans'>): readonly Row[] {
  const known = new Set(spans.map(({ id }) => id));
  const starts = new Map(lanes.map(({ id, call }) => [id, call]));
  const children = Map.groupBy(spans, ({ parent, lane }) => {
    const above = parent !== undefined && known.has(parent) ? parent : starts.get(lane);
    return above !== undefined && known.has(above) ? above : '';
  });
  const rows: Row[] = [];
  const place = (id: string, depth: number) => {
    const here = children.get(id) ?? [];
    // Each is placed once, whatever the file says of its parents.
    children.delete(id);
    for (const span of here.sort((a, b) => a.at - b.at)) {
      rows.push({ span, depth });
      place(span.id, depth + 1);
    }
  };
  place('', 0);
  return rows;
}
