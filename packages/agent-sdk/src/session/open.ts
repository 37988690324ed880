import { homedir } from 'node:os';
import { type Conversation, createConversation } from '../conversation.ts';
import type { AgentEvent } from '../events.ts';
import type { AgentOptions } from '../options.ts';
import { freshSessionId, sessionFile, sessionsDir } from './place.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** A conversation, and the file that keeps it where one is wanted. */
export interface Session {
  readonly id: string;
  readonly conversation: Conversation;
  readonly transcript: Transcript | undefined;
  /** What had to be repaired in the file; the conversation tells it, too. */
  readonly repaired: string | undefined;
}

/** Every change is in the file before anybody hears of it. Throws `SessionBusy`. */
export function openSession(
  { session, home = homedir() }: AgentOptions,
  projectDir: string,
  emit: (event: AgentEvent) => void,
): Session {
  const id = session?.resume ?? freshSessionId();
  let told = false;
  const onProblem = (problem: string) => {
    if (told) return;
    told = true;
    conversation.tell('warning', problem);
  };
  const file = sessionFile(sessionsDir(home, projectDir), id);
  const kept = session?.keep ? openTranscript(file, onProblem) : undefined;
  const conversation = createConversation(freshSessionId, (change) => {
    kept?.transcript.write(change);
    emit({ is: 'change', change });
  });
  conversation.restore(kept?.changes ?? []);
  if (kept?.repaired) conversation.tell('warning', kept.repaired);
  return { id, conversation, transcript: kept?.transcript, repaired: kept?.repaired };
}
