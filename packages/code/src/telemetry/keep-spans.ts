import { setTimeout as wait } from 'node:timers/promises';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

/** Sends spans, and keeps those that a collector cannot take for now: they go with the next ones. */
export interface SpanKeeper {
  readonly exporter: SpanExporter;
  /** Sends what is kept, and again while the collector asks for patience, until `signal` says that it is enough. */
  sendRest(signal: AbortSignal): Promise<void>;
  /** The collector is there, and asks for patience. */
  readonly isAskedToWait: boolean;
  /** How many have not arrived. */
  readonly missing: number;
}

type Spans = Parameters<SpanExporter['export']>[0];
type Done = Parameters<SpanExporter['export']>[1];

/** A session without its collector must not fill the memory. */
const MOST_KEPT = 10_000;
const PAUSE_MS = 400;

export function keepSpans(exporter: SpanExporter): SpanKeeper {
  const send = exporter.export.bind(exporter);
  let kept: Spans = [];
  let lost = 0;
  let sending = 0;
  let patience = false;
  const keep = (spans: Spans) => {
    const all = [...spans, ...kept];
    kept = all.slice(-MOST_KEPT);
    lost += all.length - kept.length;
  };
  exporter.export = (items: Spans, done: Done) => {
    const all = [...kept, ...items];
    kept = [];
    sending += all.length;
    send(all, (result) => {
      sending -= all.length;
      const fault = result.code === 0 ? 'none' : faultOf(result.error);
      patience = fault === 'busy';
      if (fault === 'final') lost += all.length;
      else if (fault !== 'none') keep(all);
      done(result);
    });
  };
  const again = () => new Promise<void>((resolve) => exporter.export([], () => resolve()));
  return {
    exporter,
    sendRest: async (signal) => {
      while (kept.length > 0 && !signal.aborted) {
        if (patience) await wait(PAUSE_MS);
        await again();
        if (!patience) return;
      }
    },
    get isAskedToWait() {
      return patience;
    },
    get missing() {
      return lost + sending + kept.length;
    },
  };
}

/** Whether another try may do. A number is the status of a refusal; without one, nobody said more than "not now". */
function faultOf(error: Error | undefined): 'busy' | 'unreached' | 'final' {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  if (typeof code === 'number') return 'final';
  return /retryable/.test(message) ? 'busy' : 'unreached';
}
