import { BrokenStream } from './failure.ts';

/** Watches over one attempt: ends it when nothing arrives for too long, and when it is left. */
export interface Watch {
  readonly signal: AbortSignal;
  /** A fetch whose every byte counts as a sign of life. */
  over(fetch: typeof globalThis.fetch): typeof globalThis.fetch;
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
    over: (fetch) => async (input, init) => counted(await fetch(input, init), alive),
    silence: () => (own.signal.reason === broken ? broken : undefined),
    end: () => {
      clearTimeout(timer);
      own.abort();
    },
  };
}

function counted(response: Response, alive: () => void): Response {
  alive();
  if (!response.body) return response;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      alive();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}
