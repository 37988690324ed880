import type { Message } from '../../vocabulary/messages.ts';
import { guestFile } from '../transcript/session-files.ts';
import { createGuest, type GuestTranscript } from './guest-transcript.ts';

/** What hooks read of a session: its conversation, and those of the subagents that work now. */
export interface Guests {
  readonly main: GuestTranscript;
  open(
    agent: string,
    cwd: () => string,
    messages: () => readonly Message[],
    onProblem: (problem: string) => void,
  ): GuestTranscript;
  close(agent: string): void;
  /** Brings up what a hook is told of: the session's, and that of the subagent it is run for. */
  write(agent?: string): void;
}

export function openGuests(
  dir: string,
  sessionId: string,
  cwd: () => string,
  messages: () => readonly Message[],
  onProblem: (problem: string) => void,
): Guests {
  const agents = new Map<string, GuestTranscript>();
  const main = createGuest(guestFile(dir, sessionId), { sessionId, cwd, messages, onProblem });
  return {
    main,
    open: (agent, cwd, messages, onProblem) => {
      const file = guestFile(dir, sessionId, agent);
      const opened = createGuest(file, { sessionId, agent, cwd, messages, onProblem });
      agents.set(agent, opened);
      return opened;
    },
    close: (agent) => void agents.delete(agent),
    write: (agent) => {
      main.write();
      if (agent !== undefined) agents.get(agent)?.write();
    },
  };
}
