import type { Agent, AgentEvent, CloseOptions } from '@wavehooks/agent-sdk';

/** Closes an agent; gives what its last hooks did and said, for a screen that is about to be wiped. */
export async function endOf(agent: Agent, options: CloseOptions): Promise<readonly AgentEvent[]> {
  const last: AgentEvent[] = [];
  agent.subscribe((event) => {
    if (event.is === 'change' || event.is === 'hook') last.push(event);
  });
  await agent.close(options);
  return last;
}
