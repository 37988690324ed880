import { limitsOf, type Outcome, stopwatch } from '@wavehooks/process';
import type { HookEnding, HookOutcome } from '../vocabulary/outcome.ts';
import type { Job } from './handler.ts';

export type Came = Omit<HookEnding, 'ms'>;

/** Uses what a host lends, in bounded time. Whatever the host does, the run ends. */
export async function lent(
  { timeoutMs, maxBytes, signal }: Job,
  work: (signal: AbortSignal) => Promise<Came>,
): Promise<HookEnding> {
  const ms = stopwatch();
  if (signal.aborted) return { ...ended({ is: 'cancelled' }), ms: ms() };
  const own = new AbortController();
  const limits = limitsOf(timeoutMs, signal);
  const came = await Promise.race([safely(() => work(own.signal)), limits.reached.then(ended)]);
  limits.clear();
  own.abort();
  return { ...bounded(came, maxBytes), ms: ms() };
}

async function safely(work: () => Promise<Came>): Promise<Came> {
  try {
    return await work();
  } catch (error) {
    return notStarted(error instanceof Error ? error.message : String(error));
  }
}

const bounded = (came: Came, maxBytes: number): Came =>
  Buffer.byteLength(came.stdout) > maxBytes ? ended({ is: 'cut', stream: 'stdout' }) : came;

export const ended = (outcome: HookOutcome): Came => ({ outcome, stdout: '', stderr: '' });

export const notStarted = (error: string): Came => ended({ is: 'start', error } satisfies Outcome);

/** Other people's words, as far as a message has room for them. */
export const excerpt = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT)}...` : line;
};

const MAX_EXCERPT = 300;
