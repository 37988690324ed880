import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { TracePlace } from '@wavehooks/process';

/** Where an agent's spans and metrics go: to a host's own OpenTelemetry. */
export interface TelemetryOptions {
  readonly tracerProvider?: TracerProvider;
  readonly meterProvider?: MeterProvider;
  /** The span that turns are children of; by default what `TRACEPARENT` and `TRACESTATE` of `env` say. */
  readonly parent?: TracePlace;
  /** Whether prompts, answers, and inputs and results of tools are sent as well; false by default. */
  readonly content?: boolean;
  /** How the agent is called in spans; `wave` by default. */
  readonly agentName?: string;
}
