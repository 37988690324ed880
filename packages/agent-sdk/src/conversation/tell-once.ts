import type { Conversation } from './conversation.ts';

/** Tells the user what is as true with the next request: once in a conversation, however often it is resumed. */
export function tellOnce({ messages, tell }: Conversation, text: string): void {
  const isTold = messages.some(({ blocks }) =>
    blocks.some((block) => block.type === 'notice' && block.content === text),
  );
  if (!isTold) tell('info', text);
}
