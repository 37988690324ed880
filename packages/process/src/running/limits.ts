import type { Outcome } from '../basics/outcome.ts';
import { twoTurns } from '../basics/turns.ts';

export interface Limits {
  /** Settles when the time is up or the signal was aborted; never otherwise. */
  readonly reached: Promise<Outcome & { is: 'timeout' | 'cancelled' }>;
  clear(): void;
}

/** The two ways in which a run is ended from outside. */
export function limitsOf(timeoutMs: number, signal: AbortSignal | undefined): Limits {
  const { promise: reached, resolve } = Promise.withResolvers<Awaited<Limits['reached']>>();
  const late = () => resolve({ is: 'timeout', ms: timeoutMs });
  // An end that is there already, and only not read yet, was in time.
  const timer = setTimeout(() => void twoTurns().then(late), timeoutMs);
  const cancel = () => resolve({ is: 'cancelled' });
  signal?.addEventListener('abort', cancel, { once: true });
  const clear = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
  return { reached, clear };
}
