import type { Span, Trace } from './build/trace.ts';

/** What is new of a trace since the last look; undefined where nothing is. */
export type News = Pick<Trace, 'lanes' | 'spans' | 'unused' | 'setups' | 'began'>;

/** Remembers what was told. A time that moves the beginning moves all, so then all is told. */
export function newsSince(): (trace: Trace) => News | undefined {
  let told = new Map<string, string>();
  let frame = '';
  return ({ lanes, spans, unused, setups = [], began }) => {
    const texts = new Map(spans.map((span): [string, string] => [span.id, JSON.stringify(span)]));
    const now = JSON.stringify({ lanes, unused, setups, began });
    const fresh: readonly Span[] = spans.filter(({ id }) => told.get(id) !== texts.get(id));
    const isNew = fresh.length > 0 || now !== frame;
    told = texts;
    frame = now;
    return isNew ? { lanes, spans: fresh, unused, setups, began } : undefined;
  };
}
