import type { Agent, AgentEvent, CloseOptions } from '@wavehooks/agent-sdk';
import type { Store } from '../state/store.ts';

/** Why another session takes the place of this one, as its hooks hear it. */
export type Change = 'clear' | 'resume';

/** The agent of the session that the screen shows, and how another takes its place. */
export interface Sessions {
  readonly agent: Agent;
  /** `opened` runs before anything is sent to the new agent. */
  replace(
    how: Change,
    open: () => Promise<Agent>,
    opened: () => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** Nothing more is heard, and no other session begins. */
  leave(): void;
  readonly isLeft: boolean;
}

interface SessionsParts {
  readonly store: Store;
  readonly now: () => number;
  readonly hear: (event: AgentEvent, from: Agent) => void;
}

export function createSessions(first: Agent, { store, now, hear }: SessionsParts): Sessions {
  const listen = (to: Agent) =>
    to.subscribe((event) => {
      store.dispatch({ is: 'agent', event, now: now() });
      hear(event, to);
    });
  let agent = first;
  let leave = listen(first);
  let isLeft = false;
  return {
    get agent() {
      return agent;
    },
    get isLeft() {
      return isLeft;
    },
    // The hooks of one session's end come before those of the next one's start.
    replace: async (how, open, opened, signal) => {
      const next = await open();
      leave();
      const last = await endOf(agent, { reason: how, signal });
      agent = next;
      leave = listen(next);
      // The terminal is somebody else's again, and a session that nobody sees does not begin.
      if (isLeft) return;
      opened();
      for (const event of last) store.dispatch({ is: 'agent', event, now: now() });
      next.start(how);
    },
    leave: () => {
      isLeft = true;
      leave();
    },
  };
}

/** Closes an agent; gives what its last hooks did and said, for a screen that is about to be wiped. */
async function endOf(agent: Agent, options: CloseOptions): Promise<readonly AgentEvent[]> {
  const last: AgentEvent[] = [];
  agent.subscribe((event) => {
    if (event.is === 'change' || event.is === 'hook') last.push(event);
  });
  await agent.close(options);
  return last;
}
