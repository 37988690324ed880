import { createConversation } from '../conversation.ts';
import type { Message } from '../messages.ts';
import { readTranscript } from './transcript.ts';

/** What was said in a session, from its file alone. */
export function readMessages(file: string): readonly Message[] {
  const conversation = createConversation(
    () => '',
    () => {},
  );
  conversation.restore(readTranscript(file).changes);
  return conversation.messages;
}
