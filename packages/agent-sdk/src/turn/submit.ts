import { messagesOf } from '../hooks/route.ts';
import type { ImageBlock } from '../vocabulary/messages.ts';
import type { CallParts } from './call.ts';
import { addMessages, type End, halted } from './turn-end.ts';

/** What the user sends. */
export interface Prompt {
  readonly text: string;
  readonly images?: readonly ImageBlock[];
}

interface SubmitParts extends Pick<CallParts, 'fire' | 'conversation' | 'tell'> {
  readonly agent?: unknown;
}

/** The prompt enters the conversation only after every hook let it pass. */
export async function submit(
  { text, images = [] }: Prompt,
  { fire, conversation, tell, agent }: SubmitParts,
  signal: AbortSignal,
): Promise<End | undefined> {
  const enter = () =>
    conversation.add('user', [{ type: 'text', content: text }, ...images], 'prompt');
  if (agent) {
    enter();
    return undefined;
  }
  const verdict = await fire('UserPromptSubmit', { prompt: text }, signal);
  if (signal.aborted) return { ended: 'aborted', more: {} };
  if (verdict.decision === 'halt' || verdict.decision === 'block') {
    tell(verdict);
    return verdict.decision === 'halt' ? halted(verdict) : { ended: 'blocked', more: {} };
  }
  enter();
  addMessages(conversation, messagesOf(verdict));
  tell(verdict);
  return undefined;
}
