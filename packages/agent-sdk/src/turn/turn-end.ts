import type { Verdict } from 'wave-hooks';
import type { Ended, TurnResult } from '../conversation/agent-event.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { TextBlock } from '../vocabulary/messages.ts';

/** How a turn ends, where something ends it. */
export interface End {
  readonly ended: Ended;
  readonly more: Partial<TurnResult>;
}

export const halted = ({ stopReason }: Pick<Verdict, 'stopReason'>): End => ({
  ended: 'halted',
  more: stopReason ? { stopReason } : {},
});

/** Each is a user message of its own. */
export function addMessages(conversation: Conversation, texts: readonly TextBlock[]): void {
  for (const text of texts) conversation.add('user', [text], 'hook');
}
