import { type Attributes, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { EventRecord, RunRecord } from './record.ts';

declare const WAVE_VERSION: string;

/** Takes records and sends what comes of them. */
export interface Signal {
  record(record: EventRecord): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** A span an event, and in it a span a run. */
export function makeTraces(exporter: SpanExporter): Signal {
  const spanProcessors = [new BatchSpanProcessor({ exporter })];
  const provider = new TracerProvider({ resource: resource(), spanProcessors });
  const tracer = provider.getTracer('wave', WAVE_VERSION);
  return {
    record: (record) => {
      const { began: startTime, ended, event } = record;
      const attributes = ofEvent(record);
      const span = tracer.startSpan(`hook ${event}`, { startTime, attributes }, ROOT_CONTEXT);
      const inside = trace.setSpan(ROOT_CONTEXT, span);
      for (const run of record.runs) {
        const options = { startTime: run.began, attributes: ofRun(run) };
        const child = tracer.startSpan('hook run', options, inside);
        if (run.failed) child.setStatus({ code: SpanStatusCode.ERROR, message: run.outcome });
        child.end(run.began + run.ms);
      }
      span.end(ended);
    },
    close: () => provider.forceFlush(),
  };
}

/** How long runs took, and what was decided. */
export function makeMetrics(exporter: PushMetricExporter): Signal {
  const readers = [new PeriodicExportingMetricReader({ exporter })];
  const provider = new MeterProvider({ resource: resource(), readers });
  const meter = provider.getMeter('wave', WAVE_VERSION);
  const duration = meter.createHistogram('wave.hook.duration', {
    unit: 'ms',
    description: 'How long a run of a hook took',
  });
  const decisions = meter.createCounter('wave.hook.decisions', {
    description: 'Events with hooks, by what was decided',
  });
  return {
    record: ({ event, decision, runs }) => {
      decisions.add(1, { 'wave.event': event, 'wave.decision': decision });
      for (const { ms, hook, outcome } of runs)
        duration.record(ms, {
          'wave.event': event,
          'wave.hook': hook,
          'wave.outcome': outcome,
        });
    },
    close: () => provider.forceFlush(),
  };
}

/** What the standard's variables say counts more. An id of its own keeps the sums of processes apart. */
const resource = () =>
  resourceFromAttributes({
    'service.name': 'wave',
    'service.version': WAVE_VERSION,
    'service.instance.id': `${process.pid}-${Math.round(performance.timeOrigin)}`,
  }).merge(detectResources({ detectors: [envDetector] }));

const ofEvent = ({ event, tool, decision }: EventRecord): Attributes => ({
  'wave.event': event,
  'wave.decision': decision,
  ...(tool === undefined ? {} : { 'wave.tool': tool }),
});

const ofRun = ({ hook, source, outcome, exitCode, ms }: RunRecord): Attributes => ({
  'wave.hook': hook,
  'wave.source': source,
  'wave.outcome': outcome,
  'wave.ms': ms,
  ...(exitCode === undefined ? {} : { 'wave.exit_code': exitCode }),
});
