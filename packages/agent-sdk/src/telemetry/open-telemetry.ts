import { createHash } from 'node:crypto';
import { type Context, context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import type { Entry } from '@wavehooks/hooks';
import type { TracePlace } from '@wavehooks/process';
import type { Redactor } from '@wavehooks/settings/log';
import { VERSION } from '../base/version.ts';
import type { AgentEvent } from '../conversation/agent-event.ts';
import type { TraceOf } from '../vocabulary/trace.ts';
import type { Redact } from './attributes.ts';
import { clock } from './clock.ts';
import { createContent } from './content.ts';
import { installedAttributes } from './hook-attributes.ts';
import { createMetrics } from './instruments.ts';
import type { TelemetryOptions } from './options.ts';
import { placeIn, placeOf, readPlace } from './place.ts';
import { createSpans } from './spans.ts';

/** The conventions that our names are from: the last that had those of generative AI and MCP. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.41.0';

/** What turns an agent's events into spans and metrics. */
export interface Telemetry {
  hear(event: AgentEvent): void;
  /** What programs and servers are handed. */
  readonly traceOf: TraceOf;
  /** The agent is there: its session, and the hooks in force. */
  begin(about: About): void;
  /** Ends what is open. What was ended is the providers' to send. */
  close(): void;
}

interface About {
  readonly sessionId: string;
  readonly hooks: () => readonly Entry[];
}

export interface Around {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redactor;
}

export function openTelemetry(options: TelemetryOptions, { env, redact }: Around): Telemetry {
  const { tracerProvider, meterProvider, content, agentName = 'wave' } = options;
  let about: About | undefined;
  const spans =
    tracerProvider &&
    createSpans({
      tracer: tracerProvider.getTracer('wave', VERSION, { schemaUrl: SCHEMA_URL }),
      base: basesOf(options.parent ?? placeIn(env)),
      ...{ redact, now: clock, agentName },
      content: content ? createContent(redact) : undefined,
      session: () => about?.sessionId,
      onFirstTurn: (span) => tellInventory(span, about?.hooks() ?? [], redact),
    });
  const metrics =
    meterProvider &&
    createMetrics(
      meterProvider.getMeter('wave', VERSION, { schemaUrl: SCHEMA_URL }),
      ...([redact, clock, agentName] as const),
    );
  const listeners = [spans?.hear, metrics].filter((listener) => listener !== undefined);
  return {
    hear: (event) => {
      const inner = event.is === 'subagent' ? event : undefined;
      for (const listener of listeners)
        if (inner) listener(inner.event, inner.agent);
        else listener(event);
    },
    traceOf: (spot) => {
      try {
        const found = spans?.spanAt(spot);
        return found && placeOf(found.spanContext());
      } catch {
        // A provider's fault is not the agent's.
        return undefined;
      }
    },
    begin: (given) => {
      about = given;
    },
    close: () => spans?.close(),
  };
}

/** A span that the host is in when it sends a prompt; else the one that it named, or its environment does. */
function basesOf(parent: TracePlace | undefined): () => Context {
  const remote = parent && readPlace(parent);
  const otherwise = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
  return () => {
    const active = context.active();
    return trace.getSpan(active) ? active : otherwise;
  };
}

/** Which hooks guard this session, each with a hash of all that settings say of it and of its approved files. */
function tellInventory(span: Span, entries: readonly Entry[], redact: Redact): void {
  for (const entry of entries.filter(({ enabled, approved }) => enabled && approved)) {
    const { content, pins } = entry;
    const hash = createHash('sha256').update(JSON.stringify({ content, pins }) ?? '');
    const short = hash.digest('base64url').slice(0, 22);
    span.addEvent('wave.hook.installed', installedAttributes(entry, short, redact), clock());
  }
}
