import { homedir } from 'node:os';
import { type Conversation, createConversation } from '../conversation.ts';
import type { AgentEvent } from '../events.ts';
import type { AgentOptions } from '../options.ts';
import { agentFile, freshSessionId, sessionFile, sessionsDir } from './place.ts';
import { createTranscript, type OnProblem, openTranscript, type Transcript } from './transcript.ts';

/** A conversation, and the file that keeps it where one is wanted. */
export interface Session {
  readonly id: string;
  readonly conversation: Conversation;
  readonly transcript: Transcript | undefined;
  /** What had to be repaired in the file; the conversation tells it, too. */
  readonly repaired: string | undefined;
  /** The file of a subagent's conversation; undefined where nothing is kept. */
  readonly openAgent: (agent: string, onProblem: OnProblem) => Transcript | undefined;
}

/** Every change is in the file before anybody hears of it. Throws `SessionBusy`. */
export function openSession(
  { session, home = homedir() }: AgentOptions,
  projectDir: string,
  emit: (event: AgentEvent) => void,
): Session {
  const id = session?.resume ?? freshSessionId();
  const dir = sessionsDir(home, projectDir);
  const onProblem = once((problem) => conversation.tell('warning', problem));
  const kept = session?.keep ? openTranscript(sessionFile(dir, id), onProblem) : undefined;
  const conversation = createConversation(freshSessionId, (change) => {
    kept?.transcript.write(change);
    emit({ is: 'change', change });
  });
  conversation.restore(kept?.changes ?? []);
  if (kept?.repaired) conversation.tell('warning', kept.repaired);
  return {
    id,
    conversation,
    transcript: kept?.transcript,
    repaired: kept?.repaired,
    openAgent: (agent, tell) => kept && createTranscript(agentFile(dir, id, agent), once(tell)),
  };
}

/** To tell of a problem is a change, too, which cannot be written either. */
function once(tell: OnProblem): OnProblem {
  let told = false;
  return (problem) => {
    if (told) return;
    told = true;
    tell(problem);
  };
}
