import { isEventName } from '@wavehooks/hooks';
import {
  type Addition,
  addFlatHooks,
  addHooks,
  parseSettings,
  removeHooks,
} from '@wavehooks/settings';
import { AGENTS, type AgentName } from './agents.ts';
import { commandOf, isCommandFor, type Runs } from './entry-command.ts';
import { holds } from './holds.ts';
import { pluginEntries, withPlugin } from './plugin.ts';

/** Longer than any hook may take: an agent goes on without the answer that comes too late. */
const TIMEOUT_S = 3_600;

/** One entry for each event that the agent and Wave both have. */
export const entriesFor = (
  agent: AgentName,
  runs: Runs,
  options: readonly string[] = [],
): Addition[] =>
  Object.entries(AGENTS[agent].events).flatMap(([event, there]) =>
    isEventName(event)
      ? [
          {
            event: there,
            entry: AGENTS[agent].guard.entry(
              commandOf(agent, holds(event), runs, options),
              AGENTS[agent].guard.mostSeconds?.[event] ?? TIMEOUT_S,
              holds(event),
            ),
          },
        ]
      : [],
  );

/** An entry that was installed, from wherever. */
const isOurs =
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
): string => {
  switch (AGENTS[agent].guard.form) {
    case 'plugin':
      return withPlugin(agent, text, entries, file);
    case 'flat':
      return addFlatHooks(text, entries, file);
    case 'groups':
      return addHooks(text, entries, file);
  }
};

/** Settings without them. An empty file holds none, and is no settings. */
export function withoutEntries(agent: AgentName, text: string, file: string): string {
  if (AGENTS[agent].guard.form === 'plugin') return pluginEntries(text).length > 0 ? '' : text;
  return text.trim() === '' ? text : removeHooks(text, isOurs(agent), file);
}

/** The entries of ours that settings have, in their order. */
export function installedIn(agent: AgentName, file: string, text = ''): Addition[] {
  if (AGENTS[agent].guard.form === 'plugin') return pluginEntries(text);
  if (text.trim() === '') return [];
  return Object.entries(parseSettings(file, text).hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [])
      .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : [group]))
      .filter(isOurs(agent))
      .map((entry) => ({ event, entry })),
  );
}
