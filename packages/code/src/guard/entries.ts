import { TARGETS } from '@wavehooks/hook-kit';
import { type EventName, isEventName } from '@wavehooks/hooks';
import { canBlock, specOf } from '@wavehooks/hooks/vocabulary';
import { type Addition, parseSettings } from '@wavehooks/settings';
import { quoted } from '../cli/shell-words.ts';
import { AGENTS, type AgentName } from './agents.ts';

/** Longer than any hook may take: an agent goes on without the answer that comes too late. */
const TIMEOUT_S = 3_600;

/** One entry for each event that the agent and Wave both have. `wave` is how it is started. */
export const entriesFor = (agent: AgentName, wave: readonly string[]): Addition[] =>
  Object.entries(TARGETS[agent].events).flatMap(([event, there]) =>
    isEventName(event) ? [{ event: there, entry: entryOf(agent, event, wave) }] : [],
  );

const entryOf = (agent: AgentName, event: EventName, wave: readonly string[]) => ({
  type: 'command',
  command: commandOf(agent, event, wave),
  timeout: TIMEOUT_S * AGENTS[agent].second,
});

/** Where something can be held back, a Wave that is gone or killed holds it back. */
function commandOf(agent: AgentName, event: EventName, wave: readonly string[]): string {
  const call = [...wave, 'guard', agent].map(quoted).join(' ');
  return holds(event) ? `${call} || exit 2` : call;
}

/** Whether a failure refuses. What is held only once must not be held by what is broken for good. */
export const holds = (event: EventName): boolean =>
  canBlock(event) && specOf(event).failureHolds !== 'once';

/** An entry that was installed, from wherever. */
export const isOurs =
  (agent: AgentName) =>
  (entry: unknown): boolean => {
    const command = (entry as { command?: unknown } | null)?.command;
    return (
      typeof command === 'string' && new RegExp(`\\sguard ${agent}( \\|\\| exit 2)?$`).test(command)
    );
  };

/** The entries of ours that settings have, in their order. */
export function installedIn(agent: AgentName, file: string, text = ''): Addition[] {
  if (text.trim() === '') return [];
  return Object.entries(parseSettings(file, text).hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [])
      .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : []))
      .filter(isOurs(agent))
      .map((entry) => ({ event, entry })),
  );
}
