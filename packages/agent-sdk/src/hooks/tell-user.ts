import type { Verdict } from 'wave-hooks';
import type { Conversation } from '../conversation/conversation.ts';

/** What hooks say about an erased prompt may quote it, so it is shown and kept nowhere. */
export function tellUser(conversation: Conversation, { toUser, erasePrompt }: Verdict): void {
  for (const { tone, text, hook } of toUser)
    conversation.tell(tone, text, { hook, passing: erasePrompt });
}
