import { InMemorySpanExporter, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';

/** What a host may have: a provider that keeps all spans, and counts those that are open. */
export function hostProvider() {
  const open = new Set<string>();
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new TracerProvider({
    spanProcessors: [
      {
        onStart: (span) => void open.add(span.spanContext().spanId),
        onEnd: (span) => {
          open.delete(span.spanContext().spanId);
          exporter.export([span], () => {});
        },
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  });
  return { tracerProvider, open, spans: () => exporter.getFinishedSpans() };
}

const nanos = ([seconds, rest]: readonly [number, number]) =>
  BigInt(seconds) * 1_000_000_000n + BigInt(rest);

/** What is wrong with how spans lie in each other. `outside` are parents of somebody else's. */
export function faultsIn(
  spans: readonly ReadableSpan[],
  outside: readonly string[] = [],
): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  return spans.flatMap((span) => {
    const faults: string[] = [];
    if (nanos(span.endTime) < nanos(span.startTime)) faults.push(`${span.name} ends early`);
    const id = span.parentSpanContext?.spanId;
    if (id === undefined || outside.includes(id)) return faults;
    const parent = byId.get(id);
    if (!parent) return [...faults, `${span.name}: its parent is not there`];
    if (nanos(span.startTime) < nanos(parent.startTime))
      faults.push(`${span.name} begins before ${parent.name}`);
    if (nanos(span.endTime) > nanos(parent.endTime))
      faults.push(`${span.name} ends after ${parent.name}`);
    return faults;
  });
}

/** Names of spans, each behind those that it is in. */
export function pathsOf(spans: readonly ReadableSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const path = (span: ReadableSpan): string => {
    const parent = byId.get(span.parentSpanContext?.spanId ?? '');
    return parent ? `${path(parent)} > ${span.name}` : span.name;
  };
  return spans.map(path);
}
