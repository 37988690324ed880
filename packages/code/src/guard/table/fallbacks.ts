import { FALLBACKS, type Verb, verbsOf } from '@wavehooks/hook-kit';
import type { EventName } from '@wavehooks/hooks';
import { AGENTS, type AgentName } from './agents.ts';

/** What becomes of one thing that a hook can say. */
export interface Becomes {
  readonly verb: Verb;
  /** In words, where the agent does not take it as asked. */
  readonly instead?: string;
}

/** For an event: everything that a hook can say, and what that agent makes of it; undefined without the event. */
export function effectsOf(agent: AgentName, event: EventName): readonly Becomes[] | undefined {
  const { events, lacks } = AGENTS[agent];
  if (!Object.hasOwn(events, event)) return undefined;
  return verbsOf(event).map((verb) => {
    const how = lacks[event]?.[verb];
    return how ? { verb, instead: FALLBACKS[how] } : { verb };
  });
}

/** One line for what it takes as asked, and one for each of the others. */
export function effectLines(agent: AgentName, event: EventName): string[] {
  const effects = effectsOf(agent, event);
  if (!effects) return ['this agent has no such moment: hooks on it do not run there'];
  const isScreens = AGENTS[agent].onScreen?.includes(event);
  const asAsked = effects.filter(({ instead }) => !instead).map(({ verb }) => verb);
  return [
    ...(isScreens ? ['only on its screen: without a terminal it has no such moment'] : []),
    ...(asAsked.length > 0 ? [`as asked: ${asAsked.join(', ')}`] : []),
    ...effects.flatMap(({ verb, instead }) => (instead ? [`${verb} ${instead}`] : [])),
  ];
}

/** For each event that the agent has, in its own names. */
export const fallbackLines = (agent: AgentName): string[] =>
  Object.entries(AGENTS[agent].events).flatMap(([event, there]) => {
    const [first = '', ...rest] = effectLines(agent, event as EventName);
    return [`${there}: ${first}`, ...rest.map((line) => `${' '.repeat(there.length)}  ${line}`)];
  });
