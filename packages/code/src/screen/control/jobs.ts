import type { Store } from '../state/store.ts';

/** What is under way, and how it is ended. */
export interface Jobs {
  /** Does something; what goes wrong is told. */
  work(job: () => Promise<void>): Promise<void>;
  /** A part of that which `abort` ends; the screen says what it is. */
  interruptible<T>(what: string, job: (signal: AbortSignal) => Promise<T>): Promise<T>;
  isBusy(): boolean;
  abort(): void;
}

interface JobsParts {
  readonly store: Store;
  readonly now: () => number;
  readonly fail: (error: unknown) => void;
  /** Nothing is under way any more. */
  readonly onRest: () => void;
}

export function createJobs({ store, now, fail, onRest }: JobsParts): Jobs {
  /** How much is under way: one thing may begin while the last of another ends. */
  let count = 0;
  let ending: AbortController | undefined;
  return {
    work: async (job) => {
      count++;
      try {
        await job();
      } catch (error) {
        fail(error);
      }
      count--;
      if (count === 0) onRest();
    },
    interruptible: async (what, job) => {
      const own = new AbortController();
      ending = own;
      store.dispatch({ is: 'sent', now: now(), what });
      try {
        return await job(own.signal);
      } finally {
        ending = undefined;
        store.dispatch({ is: 'rest' });
      }
    },
    isBusy: () => count > 0,
    abort: () => ending?.abort(),
  };
}
