import type { AgentEvent, Retry } from '@wavehooks/agent-sdk';

/** The model is asked again: which try is next, and when. */
export interface Retrying {
  readonly next: number;
  readonly of: number;
  readonly why: string;
  readonly at: number;
}

export function retryIn(event: AgentEvent): Retry | undefined {
  if (event.is !== 'change' || event.change.is !== 'added') return undefined;
  return event.change.message.blocks.flatMap((block) =>
    block.type === 'notice' && block.retry ? [block.retry] : [],
  )[0];
}

export const retrying = ({ tries, of, waitMs, why }: Retry, now: number): Retrying => ({
  next: tries + 1,
  of,
  why,
  at: now + waitMs,
});
