import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { keepSpans, type SpanKeeper } from './keep-spans.ts';
import type { TelemetrySettings } from './settings.ts';

const TRACES = { 'http/protobuf': ProtoTraces, 'http/json': JsonTraces };
const METRICS = { 'http/protobuf': ProtoMetrics, 'http/json': JsonMetrics };

export interface Senders {
  readonly spans: SpanKeeper | undefined;
  readonly metrics: PushMetricExporter | undefined;
  /** Cuts every connection. */
  end(): void;
}

/** The official exporters; they read addresses, headers and certificates from the environment. */
export function makeSenders(
  { traces, metrics }: TelemetrySettings,
  ended: (what: 'spans' | 'metrics', error: Error | undefined) => void,
): Senders {
  const agents: Agent[] = [];
  const options = (signal: string) => ({
    timeoutMillis: timeoutOf(signal),
    httpAgentOptions: (protocol: string) => {
      const agent = agentFor(protocol);
      agents.push(agent);
      return agent;
    },
  });
  return {
    spans:
      traces &&
      keepSpans(watched(new TRACES[traces](options('TRACES')), (error) => ended('spans', error))),
    metrics:
      metrics &&
      watched(new METRICS[metrics](options('METRICS')), (error) => ended('metrics', error)),
    end: () => agents.forEach(endAgent),
  };
}

type Agent = import('node:http').Agent;

const agentFor = (protocol: string): Agent =>
  new (process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http').Agent)({
    keepAlive: true,
  });

function endAgent(agent: Agent): void {
  // A try that is still to come waits for a place for ever, which holds up nobody.
  agent.maxSockets = 0;
  agent.destroy();
}

/**
 * A command waits for this at its end, so it is far shorter than the standard's ten seconds. The standard's
 * variables move it, up to what an end may take.
 */
const DEFAULT_MS = 750;
const MAX_MS = 1_900;

function timeoutOf(signal: string): number {
  const { env } = process;
  const given = Number(
    env[`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`] || env['OTEL_EXPORTER_OTLP_TIMEOUT'] || DEFAULT_MS,
  );
  return given > 0 ? Math.min(given, MAX_MS) : DEFAULT_MS;
}

interface Exporter<T> {
  export(items: T, done: (result: Result) => void): void;
}

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** The processors keep a failed export to themselves. */
function watched<T, E extends Exporter<T>>(
  exporter: E,
  ended: (error: Error | undefined) => void,
): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      ended(result.code === 0 ? undefined : (result.error ?? new Error('no reason was given')));
      done(result);
    });
  return exporter;
}
