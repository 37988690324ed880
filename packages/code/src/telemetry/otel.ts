import type { EventRecord } from './record.ts';
import { makeSenders } from './senders.ts';
import type { TelemetrySettings } from './settings.ts';
import { makeMetrics, makeTraces } from './signals.ts';

/** How long an end may wait for a collector. */
const CLOSE_MS = 2_000;

/** The heavy part, a bundle of its own: sends records as spans and metrics. */
export function openExporter(settings: TelemetrySettings, tell: (problem: string) => void) {
  const senders = makeSenders(settings, (error) => tell(notSent(error)));
  const traces = senders.spans && makeTraces(senders.spans);
  const metrics = senders.metrics && makeMetrics(senders.metrics);
  const signals = [traces, metrics].filter((signal) => signal !== undefined);
  return {
    record: (record: EventRecord): void => {
      for (const signal of signals) signal.record(record);
    },
    close: async (): Promise<void> => {
      const flushed = Promise.allSettled(signals.map((signal) => signal.close()));
      const inTime = await Promise.race([flushed.then(() => true), after(CLOSE_MS)]);
      if (!inTime) tell(notSent(new Error(`no answer within ${CLOSE_MS / 1000} s`)));
      // What is still open must not keep the process alive.
      senders.end();
    },
  };
}

/** The collector's address may hold a password, so it is not named. */
const notSent = (error: Error & { code?: unknown }) =>
  `telemetry could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: ${error.message || String(error.code ?? error)}`;

const after = (ms: number) =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
