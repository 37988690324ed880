import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import {
  openTelemetry,
  placeIn,
  placeOf,
  readPlace,
  SCHEMA_URL,
  type Telemetry,
  type TelemetryOptions,
} from '@wavehooks/agent-sdk/telemetry';
import type { RunEvent, RunInfo } from '@wavehooks/hooks';
import type { TracePlace } from '@wavehooks/process';
import type { Redactor } from '@wavehooks/settings/log';
import type { Env } from './settings.ts';

declare const WAVE_VERSION: string;

/** Hears the runs of an event outside of a session. */
export interface EventTelemetry {
  observe(event: RunEvent): void;
  /** Where a run stands in a trace, for `createEngine({ traceOf })`. */
  traceOf(run: RunInfo): TracePlace | undefined;
  end(): void;
}

/** There is no turn around these hooks, so a span of their event is. */
export function hearEvent(
  providers: TelemetryOptions,
  { env, redact }: { readonly env: Env; readonly redact: Redactor },
): EventTelemetry {
  const inbound = placeIn(env);
  const remote = inbound && readPlace(inbound);
  const around = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  let span: Span | undefined;
  let runs: Telemetry | undefined;
  const begin = (event: string) => {
    span = providers.tracerProvider
      ?.getTracer('wave', WAVE_VERSION, { schemaUrl: SCHEMA_URL })
      .startSpan(`hooks ${event}`, { attributes: { 'wave.hook.event': event } }, around);
    const parent = span && placeOf(span.spanContext());
    return openTelemetry({ ...providers, ...(parent ? { parent } : {}) }, { env, redact });
  };
  return {
    observe: (event) => {
      // What no hook is for is not worth a span.
      if (event.is === 'started') runs ??= begin(event.event);
      runs?.hear({ is: 'hook', run: event });
      if (event.is !== 'decided') return;
      const { tool_name: tool } = event.input as Record<string, unknown>;
      span?.setAttributes({
        'wave.hook.decision': event.verdict.decision,
        ...(typeof tool === 'string' ? { 'gen_ai.tool.name': redact(tool) } : {}),
      });
    },
    traceOf: ({ id }) => runs?.traceOf({ is: 'run', run: id }),
    end: () => {
      runs?.close();
      span?.end();
      span = undefined;
    },
  };
}
