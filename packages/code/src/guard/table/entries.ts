import { TARGETS } from '@wavehooks/hook-kit';
import { isEventName } from '@wavehooks/hooks';
import { type Addition, addFlatHooks, addHooks, parseSettings } from '@wavehooks/settings';
import { AGENTS, type AgentName } from './agents.ts';
import { commandOf, isCommandFor, type Runs } from './entry-command.ts';
import { holds } from './holds.ts';

/** Longer than any hook may take: an agent goes on without the answer that comes too late. */
const TIMEOUT_S = 3_600;

/** One entry for each event that the agent and Wave both have. */
export const entriesFor = (
  agent: AgentName,
  runs: Runs,
  options: readonly string[] = [],
): Addition[] =>
  Object.entries(TARGETS[agent].events).flatMap(([event, there]) =>
    isEventName(event)
      ? [
          {
            event: there,
            entry: AGENTS[agent].entry(
              commandOf(agent, holds(event), runs, options),
              TIMEOUT_S,
              holds(event),
            ),
          },
        ]
      : [],
  );

/** An entry that was installed, from wherever. */
export const isOurs =
  (agent: AgentName) =>
  (entry: unknown): boolean => {
    const { command, bash } = Object(entry) as Readonly<Record<string, unknown>>;
    const text = command ?? bash;
    return typeof text === 'string' && isCommandFor(agent, text);
  };

/** Settings with entries of ours added, in the form that the agent has for them. */
export const withEntries = (
  agent: AgentName,
  text: string,
  entries: readonly Addition[],
  file: string,
): string => (AGENTS[agent].form === 'flat' ? addFlatHooks : addHooks)(text, entries, file);

/** The entries of ours that settings have, in their order. */
export function installedIn(agent: AgentName, file: string, text = ''): Addition[] {
  if (text.trim() === '') return [];
  return Object.entries(parseSettings(file, text).hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [])
      .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : [group]))
      .filter(isOurs(agent))
      .map((entry) => ({ event, entry })),
  );
}
