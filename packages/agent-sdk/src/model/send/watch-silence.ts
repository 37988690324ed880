import { clock } from '@wavehooks/process';
import type { Incoming, Send } from './send.ts';

/** The answer did not come to its end. */
export class BrokenStream extends Error {}

/** Watches over one attempt: ends it when nothing arrives for too long, and when it is left. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Sends so that every byte of the answer counts as a sign of life. */
  over(send: Send): Send;
  /** What to report when it was silence, or too long a time, that ended the attempt. */
  silence(): BrokenStream | undefined;
  /** Closes the connection if it is still open. */
  end(): void;
}

/** Signs of life alone do not keep an attempt for ever: so many times the silence it may last. */
const LONGEST = 12;

export function watch(outer: AbortSignal, silenceMs: number): Watch {
  const own = new AbortController();
  const began = clock();
  const silent = new BrokenStream(`was silent for ${seconds(silenceMs)} seconds`);
  const endless = new BrokenStream(`did not end within ${seconds(LONGEST * silenceMs)} seconds`);
  let timer: NodeJS.Timeout | undefined;
  const alive = () => {
    clearTimeout(timer);
    const left = Math.max(began + LONGEST * silenceMs - clock(), 0);
    const why = left < silenceMs ? endless : silent;
    timer = setTimeout(() => own.abort(why), Math.min(silenceMs, left));
  };
  alive();
  return {
    signal: AbortSignal.any([outer, own.signal]),
    over: (send) => async (request) => counted(await send(request), alive),
    silence: () => [silent, endless].find((one) => one === own.signal.reason),
    end: () => {
      clearTimeout(timer);
      own.abort();
    },
  };
}

const seconds = (ms: number) => Math.round(ms / 1000);

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
