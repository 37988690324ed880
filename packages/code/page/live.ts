import type { Trace } from '../src/trace/build/trace.ts';
import { live, trace, unseen } from './state.ts';

/** Takes over what happens, as it happens. The address of the page holds the word that lets it ask. */
export function follow(): void {
  const token = new URLSearchParams(location.search).get('token') ?? '';
  const at = (path: string) => `${path}?token=${encodeURIComponent(token)}`;
  const events = new EventSource(at('events'));
  events.onmessage = ({ data }) => {
    const before = trace.value.spans.length;
    trace.value = withNews(trace.value, JSON.parse(data) as Partial<Trace>);
    if (unseen.value !== undefined) unseen.value += trace.value.spans.length - before;
  };
  live.value = {
    whatIf: async (id) => {
      const answer = await fetch(at('what-if'), { method: 'POST', body: id });
      return answer.text();
    },
  };
}

/** What is new or has changed takes the place of what was there. */
function withNews(before: Trace, news: Partial<Trace>): Trace {
  const all = new Map(before.spans.map((span) => [span.id, span]));
  for (const span of news.spans ?? []) all.set(span.id, span);
  return { ...before, ...news, spans: [...all.values()] };
}
