import {
  type Attributes,
  type Context,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';
import type { AgentEvent } from '../conversation/agent-event.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { Of } from './attributes.ts';
import type { Clock } from './clock.ts';

/** A span under way, and when it began. */
export interface Open {
  readonly span: Span;
  readonly began: number;
}

/** What each event of an agent leads to; those that lead to nothing are not in it. */
export type Tells = {
  readonly [K in AgentEvent['is']]?: (event: Of<K>, agent?: AgentRef) => void;
};

export const tellWith =
  (tells: Tells) =>
  (event: AgentEvent, agent?: AgentRef): void =>
    (tells[event.is] as ((event: AgentEvent, agent?: AgentRef) => void) | undefined)?.(
      event,
      agent,
    );

/** Begins and ends spans, each with what all of them have. */
export interface OpenSpans {
  begin(name: string, options: SpanOptions, around: Context, began?: number): Open;
  end(open: Open | undefined, isFault?: boolean, ended?: number): void;
}

export const openSpans = (tracer: Tracer, now: Clock, common: () => Attributes): OpenSpans => ({
  begin: (name, options, around, began = now()) => {
    const span = tracer.startSpan(name, { ...options, startTime: began }, around);
    span.setAttributes(common());
    return { span, began };
  },
  end: (open, isFault = false, ended = now()) => {
    if (isFault) open?.span.setStatus({ code: SpanStatusCode.ERROR });
    open?.span.end(ended);
  },
});
