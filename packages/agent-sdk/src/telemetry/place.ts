import {
  createTraceState,
  isSpanContextValid,
  type SpanContext,
  type TraceFlags,
} from '@opentelemetry/api';
import type { TracePlace } from '@wavehooks/process';

const PARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Undefined for a text that is no place in a trace: the standard says to begin a new one then. */
export function readPlace({ traceparent, tracestate }: TracePlace): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    PARENT.exec(traceparent.trim()) ?? [];
  // Only a later version than the one we know may have more.
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined;
  const found: SpanContext = {
    traceId,
    spanId,
    traceFlags: (Number.parseInt(flags, 16) & 1) as TraceFlags,
    isRemote: true,
    ...(tracestate ? { traceState: createTraceState(tracestate) } : {}),
  };
  return isSpanContextValid(found) ? found : undefined;
}

/** How another program finds a span. Undefined for a span of a provider that traces nothing. */
export function placeOf(context: SpanContext): TracePlace | undefined {
  if (!isSpanContextValid(context)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = context;
  const state = traceState?.serialize();
  return {
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, '0')}`,
    ...(state ? { tracestate: state } : {}),
  };
}

/** What an environment says. */
export const placeIn = (
  env: Readonly<Record<string, string | undefined>>,
): TracePlace | undefined => {
  const { TRACEPARENT: traceparent, TRACESTATE: tracestate } = env;
  if (!traceparent) return undefined;
  return { traceparent, ...(tracestate ? { tracestate } : {}) };
};
