import { type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { RunEvent, RunInfo } from '@wavehooks/hooks';
import { isFailure } from '@wavehooks/settings/log';
import type { Redact } from './attributes.ts';
import type { Clock } from './clock.ts';
import {
  type Decided,
  endAttributes,
  type Ran,
  startAttributes,
  verdictAttributes,
} from './hook-attributes.ts';
import type { Beside } from './lanes.ts';
import type { Open } from './open-spans.ts';

/** A run that was not decided on yet. */
interface OpenRun extends Open {
  ended?: number;
}

export interface HookSpanParts {
  readonly tracer: Tracer;
  readonly redact: Redact;
  readonly now: Clock;
  /** What a run is part of: its call, its turn, or neither. */
  readonly placeOf: (run: RunInfo) => Beside;
  /** The span that hears of a verdict about no call. */
  readonly turnOf: (agent: string | undefined) => Span | undefined;
}

/** A span for each run of a hook. */
export function hookSpans(parts: HookSpanParts) {
  const runs = new Map<string, OpenRun>();
  const { tracer, redact, now, placeOf, turnOf } = parts;
  const begin = (info: RunInfo) => {
    const attributes = startAttributes(info, redact);
    const began = now();
    const name = `run_hook ${redact(info.hook)}`;
    const { around, links } = placeOf(info);
    const span = tracer.startSpan(name, { startTime: began, attributes, links }, around);
    runs.set(info.id, { span, began });
  };
  /** Only the verdict knows what each run came to. */
  const end = (ran: Ran) => {
    const open = runs.get(ran.id);
    if (!open || ran.run.outcome.is === 'async') return;
    runs.delete(ran.id);
    open.span.setAttributes(endAttributes(ran));
    if (isFailure(ran.run.outcome)) open.span.setStatus({ code: SpanStatusCode.ERROR });
    open.span.end(open.ended ?? now());
  };
  const tellTurn = (decided: Decided) => {
    const { agent_id: agent, tool_use_id: call } = decided.input as Record<string, unknown>;
    if (typeof call === 'string' || decided.verdict.decision === 'none') return;
    const turn = turnOf(typeof agent === 'string' ? agent : undefined);
    turn?.addEvent('wave.verdict', verdictAttributes(decided, redact), now());
  };
  return {
    hear: (event: RunEvent): void => {
      if (event.is === 'started') begin(event);
      const open = event.is === 'ended' ? runs.get(event.id) : undefined;
      if (open) open.ended = now();
      if (event.is !== 'decided' && event.is !== 'late') return;
      event.hooks.forEach(end);
      tellTurn(event);
    },
    spanOf: (run: string): Span | undefined => runs.get(run)?.span,
    /** The run that was handed this place. */
    openAt: (traceparent: string): Open | undefined =>
      [...runs.values()].find(({ span }) => traceparent.includes(span.spanContext().spanId)),
    /** Ends what nobody decided on. */
    close: (): void => {
      for (const { span, ended } of runs.values()) span.end(ended ?? now());
      runs.clear();
    },
  };
}
