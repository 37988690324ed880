import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { samplerOf } from './sampler.ts';
import type { Senders } from './senders.ts';
import type { Env } from './settings.ts';

declare const WAVE_VERSION: string;

/** Providers that send what they get in the background, in batches. */
export interface Providers {
  readonly tracerProvider: TracerProvider | undefined;
  readonly meterProvider: MeterProvider | undefined;
}

export function makeProviders(
  { spans, metrics }: Senders,
  env: Env,
  tell: (problem: string) => void,
): Providers {
  const resource = resourceOf();
  return {
    tracerProvider:
      spans &&
      new TracerProvider({
        resource,
        sampler: samplerOf(env, tell),
        spanLimits: { eventCountLimit: MOST_EVENTS },
        spanProcessors: [new BatchSpanProcessor({ exporter: spans.exporter })],
      }),
    meterProvider:
      metrics &&
      new MeterProvider({
        resource,
        readers: [new PeriodicExportingMetricReader({ exporter: metrics, ...intervalIn(env) })],
      }),
  };
}

/** The first turn tells of every hook in force. The usual 128 would drop the first of many in silence. */
const MOST_EVENTS = 10_000;

/** What the standard's variables say counts more. An id of its own keeps the sums of processes apart. */
const resourceOf = () =>
  resourceFromAttributes({
    'service.name': 'wave',
    'service.version': WAVE_VERSION,
    'service.instance.id': `${process.pid}-${Math.round(performance.timeOrigin)}`,
  }).merge(detectResources({ detectors: [envDetector] }));

/** Once a minute, unless the standard's variable says otherwise. */
function intervalIn(env: Env): { exportIntervalMillis?: number; exportTimeoutMillis?: number } {
  const ms = Number(env['OTEL_METRIC_EXPORT_INTERVAL']);
  return ms > 0 ? { exportIntervalMillis: ms, exportTimeoutMillis: Math.min(ms, 30_000) } : {};
}
