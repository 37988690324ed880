import { stopwatch } from '@wavehooks/process';
import type { RequestFacts } from '../conversation/agent-event.ts';
import { NO_USAGE } from '../usage/add-usage.ts';
import {
  type FinishReason,
  type Model,
  ModelError,
  type ResponseFacts,
  type Usage,
} from '../vocabulary/model.ts';

/** What one request comes to. */
export interface Came {
  readonly usage?: Usage | undefined;
  readonly reason?: FinishReason | undefined;
  readonly response?: ResponseFacts | undefined;
  /** Undefined where it went well. */
  readonly error?: unknown;
  readonly cost?: number | undefined;
}

/** Begins to measure a request; gives what is to be told of it when it has ended. */
export function timedRequest(
  { id, provider, server }: Model,
  signal: AbortSignal,
): (came: Came) => RequestFacts {
  const at = Date.now();
  const ms = stopwatch();
  return ({ usage = NO_USAGE, reason = 'other', response, error, cost }) => {
    const ended = signal.aborted ? 'aborted' : error === undefined ? 'done' : 'failed';
    return {
      ...{ at, ms: Math.round(ms()), model: id, usage, ended, reason },
      ...(cost === undefined ? {} : { cost }),
      ...(ended === 'failed' ? { error: error instanceof ModelError ? error.kind : 'other' } : {}),
      ...(provider === undefined ? {} : { provider }),
      ...(server === undefined ? {} : { server }),
      ...(response === undefined ? {} : { response }),
    };
  };
}
