import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { RequestFacts } from '../conversation/agent-event.ts';
import type { TraceSpot } from '../vocabulary/trace.ts';
import {
  isFault,
  providerOf,
  type Redact,
  requestAttributes,
  turnAttributes,
} from './attributes.ts';
import { callSpans } from './call-spans.ts';
import type { Clock } from './clock.ts';
import type { Content } from './content.ts';
import { hookSpans } from './hook-spans.ts';
import { createLanes } from './lanes.ts';
import { type Open, openSpans, type Tells, tellWith } from './open-spans.ts';
import { serverSpans } from './server-spans.ts';

export interface SpanParts {
  readonly tracer: Tracer;
  /** What surrounds the session now. */
  readonly base: () => Context;
  readonly redact: Redact;
  readonly now: Clock;
  /** Prompts, answers and results, where they are asked for. */
  readonly content: Content | undefined;
  readonly agentName: string;
  /** The session's id; undefined until there is one. */
  readonly session: () => string | undefined;
  /** Called once, with the first span of a turn. */
  readonly onFirstTurn: (span: Span) => void;
}

/** Events whose hooks nobody waits for. */
const UNAWAITED: ReadonlySet<string> = new Set(['Notification']);

/** Spans of an agent, from what it tells. */
export function createSpans(parts: SpanParts) {
  const { tracer, base, redact, now, content, agentName, session } = parts;
  const lanes = createLanes(base);
  const spans = openSpans(tracer, now, () => {
    const id = session();
    return id === undefined ? {} : { 'gen_ai.conversation.id': id };
  });
  const servers = serverSpans(spans, lanes, redact);
  const hooks = hookSpans({
    ...{ tracer, redact, now },
    placeOf: ({ agent, call, async, event }) =>
      async || UNAWAITED.has(event) || !lanes.isBusy(agent)
        ? lanes.beside(agent, call)
        : { around: lanes.around(agent, call), links: [] },
    turnOf: (agent) => lanes.of(agent).turn?.span,
  });
  let isFirst = true;

  const tellRequest = requestTeller(spans, now);

  const tells: Tells = {
    ...callSpans({ spans, lanes, redact, now, content, aboutTool: servers.aboutTool }),
    began: (_, agent) => {
      const name = agent?.type ?? agentName;
      const attributes = {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': name,
        ...(agent ? { 'gen_ai.agent.id': agent.id } : {}),
      };
      const lane = lanes.of(agent?.id);
      spans.end(lane.turn);
      // What surrounds it is not the turn before.
      lane.turn = undefined;
      lane.turn = spans.begin(`invoke_agent ${name}`, { attributes }, lanes.around(agent?.id));
      if (isFirst) parts.onFirstTurn(lane.turn.span);
      isFirst = false;
    },
    ended: (event, agent) => {
      const lane = lanes.of(agent?.id);
      for (const call of lane.calls.values()) spans.end(call);
      lane.calls.clear();
      lane.turn?.span.setAttributes(turnAttributes(event));
      spans.end(lane.turn, isFault(event.result.ended));
      lane.last = lane.turn ?? lane.last;
      lane.turn = undefined;
      if (!agent) return;
      lanes.forget(agent.id);
      content?.forget(agent.id);
    },
    request: (event, agent) => {
      const { turn } = lanes.of(agent?.id);
      const said = content?.ofRequest(event, agent?.id) ?? {};
      tellRequest(event, lanes.around(agent?.id), turn, said);
      turn?.span.setAttributes({
        'gen_ai.provider.name': providerOf(event),
        'gen_ai.request.model': event.model,
      });
    },
    asked: (event, agent) => {
      const hook = event.trace && hooks.openAt(event.trace.traceparent);
      const around = hook ? trace.setSpan(base(), hook.span) : lanes.around(agent?.id);
      const about = { 'wave.request.for': event.for };
      tellRequest(event, around, hook ?? lanes.of(agent?.id).turn, about);
    },
    hook: ({ run }) => hooks.hear(run),
    server: servers.hear,
  };

  return {
    hear: tellWith(tells),
    /** The span of what is about to start something. */
    spanAt: (spot: TraceSpot): Span | undefined => {
      if (spot.is === 'run') return hooks.spanOf(spot.run);
      if (spot.is === 'server') return servers.spanOf(spot.server);
      const { calls, turn } = lanes.of(spot.agent);
      return calls.get(spot.call)?.span ?? turn?.span;
    },
    /** Every span that began ends, whatever became of what it tells of. */
    close: (): void => {
      hooks.close();
      servers.close();
      for (const open of lanes.all()) spans.end(open);
    },
  };
}

/** It is heard of when it has ended. The milliseconds are rounded, and no child begins before its parent. */
const requestTeller =
  (spans: ReturnType<typeof openSpans>, now: Clock) =>
  (event: RequestFacts, around: Context, within: Open | undefined, more: Attributes): void => {
    const ended = now();
    const began = Math.max(ended - event.ms, within?.began ?? 0);
    const attributes = { ...requestAttributes(event), ...more };
    const options = { kind: SpanKind.CLIENT, attributes };
    const chat = spans.begin(`chat ${event.model}`, options, around, began);
    spans.end(chat, event.ended === 'failed', ended);
  };
