import type { Incoming, Send } from './send.ts';

/** The answer did not come to its end. */
export class BrokenStream extends Error {}

/** Watches over one attempt: ends it when nothing arrives for too long, and when it is left. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Sends so that every byte of the answer counts as a sign of life. */
  over(send: Send): Send;
  /** What to report when it was silence that ended the attempt. */
  silence(): BrokenStream | undefined;
  /** Closes the connection if it is still open. */
  end(): void;
}

export function watch(outer: AbortSignal, silenceMs: number): Watch {
  const own = new AbortController();
  const broken = new BrokenStream(`was silent for ${Math.round(silenceMs / 1000)} seconds`);
  let timer: NodeJS.Timeout | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => own.abort(broken), silenceMs);
  };
  alive();
  return {
    signal: AbortSignal.any([outer, own.signal]),
    over: (send) => async (request) => counted(await send(request), alive),
    silence: () => (own.signal.reason === broken ? broken : undefined),
    end: () => {
      clearTimeout(timer);
      own.abort();
    },
  };
}

function counted(answer: Incoming, alive: () => void): Incoming {
  alive();
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      alive();
      controller.enqueue(chunk);
    },
  });
  return { ...answer, body: answer.body.pipeThrough(counter) };
}
