import type { Ended, TurnResult } from '../conversation/agent-event.ts';

/** What an agent is doing: one thing at a time. */
export interface AtWork {
  /** Whatever changes the conversation has it to itself, and can be aborted. Rejects while another does. */
  alone<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** `prompt` is somebody's own work, `woken` a turn that a hook started. */
  readonly is: 'idle' | 'prompt' | 'woken';
  /** Waits for the end of a turn that a hook started. */
  rest(): Promise<void>;
  abort(): void;
  /** A turn ended; what the user or a hook ended, or a limit, no hook takes up again by itself. */
  turnEnded(ended: Ended, by: 'prompt' | 'woken'): void;
  /** A hook has something for the agent: if that is idle, it goes on. Whether the agent will hear of it. */
  wake(): boolean;
  /** Nothing begins any more; settles when what is under way has ended. */
  close(): Promise<void>;
}

export interface AtWorkParts {
  /** Whether a hook has something that should not wait for the next prompt. */
  readonly wakes: () => boolean;
  /** How often hooks may wake it between two prompts. */
  readonly mostWakes: number;
  readonly runWoken: (signal: AbortSignal) => Promise<TurnResult>;
  readonly onWoken: () => void;
  readonly onEnded: (result: TurnResult) => void;
}

/** Ends of a turn after which a hook may wake the agent. */
const RESTS: readonly Ended[] = ['done', 'blocked'];

interface Job {
  readonly is: 'prompt' | 'woken';
  readonly abort: AbortController;
  readonly done: Promise<unknown>;
}

export function atWork(parts: AtWorkParts): AtWork {
  let job: Job | undefined;
  let closed = false;
  let wakesLeft = parts.mostWakes;
  const is = () => job?.is ?? 'idle';
  const settled = async () => void (await job?.done.catch(() => {}));
  const rest = async () => {
    while (is() === 'woken') await settled();
  };
  const run = async <T>(
    is: Job['is'],
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const abort = new AbortController();
    const forward = () => abort.abort();
    if (signal?.aborted) forward();
    signal?.addEventListener('abort', forward, { once: true });
    const done = work(abort.signal);
    job = { is, abort, done };
    try {
      return await done;
    } finally {
      job = undefined;
      signal?.removeEventListener('abort', forward);
    }
  };
  const turnEnded: AtWork['turnEnded'] = (ended, by) => {
    if (by === 'prompt') wakesLeft = parts.mostWakes;
    if (!RESTS.includes(ended)) wakesLeft = 0;
  };
  const wake = (): boolean => {
    if (job) return true;
    if (closed || wakesLeft === 0 || !parts.wakes()) return false;
    wakesLeft--;
    // A turn does not reject.
    void run('woken', undefined, parts.runWoken).then((result) => {
      turnEnded(result.ended, 'woken');
      parts.onEnded(result);
      wake();
    });
    parts.onWoken();
    return true;
  };
  return {
    get is() {
      return is();
    },
    alone: async (signal, work) => {
      // Only then: whoever aborts right after the call means this work.
      if (is() === 'woken') await rest();
      if (closed) throw new Error('the agent is closed');
      if (job) throw new Error('the agent is still at work on the last prompt');
      return run('prompt', signal, work);
    },
    rest,
    abort: () => job?.abort.abort(),
    turnEnded,
    wake,
    close: async () => {
      closed = true;
      job?.abort.abort();
      await settled();
    },
  };
}
