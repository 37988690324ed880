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

/** Why the model is asked again, and when: "Rate limited (429). Retrying in 3 s (2 of 6)". */
export const retryWords = ({ why, next, of }: Retrying, seconds: number) => {
  const [, status, text = why] = /^(\d{3}): (.*)$/s.exec(why) ?? [];
  const words = status === '429' ? 'Rate limited' : text.replace(/\.$/, '');
  const after = `. Retrying${seconds > 0 ? ` in ${seconds} s` : ''} (${next} of ${of})`;
  return { reason: status ? `${words} (${status})` : words, after };
};

export const retrying = ({ tries, of, waitMs, why }: Retry, now: number): Retrying => ({
  next: tries + 1,
  of,
  why,
  at: now + waitMs,
});
