import type { Verdict } from '@wavehooks/hooks';
import type { Ended, TurnResult } from '../conversation/agent-event.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { TextBlock } from '../vocabulary/messages.ts';

/** How a turn ends, where something ends it. */
export interface End {
  readonly ended: Ended;
  readonly more: Partial<TurnResult>;
}

export const ABORTED: End = { ended: 'aborted', more: {} };
export const DONE: End = { ended: 'done', more: {} };

export const halted = ({ stopReason }: Pick<Verdict, 'stopReason'>): End => ({
  ended: 'halted',
  more: stopReason ? { stopReason } : {},
});

/** By a halt, or by a block of what the turn cannot go on without. */
export const endedBy = (verdict: Verdict): End =>
  halted(verdict.decision === 'halt' ? verdict : { stopReason: reasonsOf(verdict) });

const reasonsOf = ({ toUser, decidedBy }: Verdict): string =>
  toUser
    .filter(({ hook }) => decidedBy.includes(hook))
    .map(({ text }) => text)
    .join('\n');

/** Each is a user message of its own. */
export function addMessages(conversation: Conversation, texts: readonly TextBlock[]): void {
  for (const text of texts) conversation.add('user', [text], 'hook');
}
