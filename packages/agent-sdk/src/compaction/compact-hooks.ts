import type { Verdict } from '@wavehooks/hooks';
import type { Fire } from '../hooks/fire.ts';
import type { Pending } from '../hooks/pending.ts';

/** What hooks before and after a compaction need. */
export interface CompactHookParts {
  readonly fire: Fire;
  readonly tell: (verdict: Verdict) => void;
  readonly pending: Pending;
  /** The subagent whose conversation it is. */
  readonly agent?: unknown;
  /** A session goes on after it. */
  readonly restarted: () => void;
}

type Trigger = 'manual' | 'auto';

/** What the summary is to heed; or the verdict that forbids it. */
export type Heeded = { readonly instructions: string | undefined } | { readonly heldBy: Verdict };

export async function beforeCompact(
  { fire, tell }: CompactHookParts,
  trigger: Trigger,
  instructions: string | undefined,
  signal: AbortSignal,
): Promise<Heeded> {
  const own = { trigger, custom_instructions: instructions ?? '' };
  const verdict = await fire('PreCompact', own, signal);
  if (signal.aborted) return { instructions };
  tell(verdict);
  if (verdict.decision === 'block' || verdict.decision === 'halt') return { heldBy: verdict };
  const wanted = [instructions, ...verdict.context.map(({ text }) => text)].filter(Boolean);
  return { instructions: wanted.length > 0 ? wanted.join('\n\n') : undefined };
}

/** Its verdict, where that ends the turn. */
export async function afterCompact(
  { fire, tell, pending, agent, restarted }: CompactHookParts,
  trigger: Trigger,
  summary: string,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const verdict = await fire('PostCompact', { trigger, compact_summary: summary }, signal);
  if (signal.aborted) return undefined;
  tell(verdict);
  if (verdict.decision === 'halt') return verdict;
  pending.add(verdict);
  if (!agent) restarted();
  return undefined;
}
