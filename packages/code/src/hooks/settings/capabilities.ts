import { EVENT_NAMES, type EventName } from '@wavehooks/hooks';
import { AHP_MOMENTS } from '@wavehooks/hooks/ahp';
import { means, specOf } from '@wavehooks/hooks/vocabulary';
import type { AgentEffects } from '../../guard/table/agent-effects.ts';

/** What Wave can enforce at a moment, and what it cannot; the same for the protocol and for a guarded agent. */
export interface Capability {
  readonly event: EventName;
  readonly can: readonly string[];
  readonly cannot: readonly string[];
  readonly ahp?: { readonly event: string; readonly effects: readonly string[] };
  readonly agents: readonly AgentEffects[];
}

/** What a hook may want, in the words of the table of events. */
const WISHES = [
  'deny',
  'ask',
  'allow',
  'rewrite',
  'respond',
  'context',
  'halt',
  'warning',
] as const;

export const capabilitiesOf = (
  agents: (event: EventName) => readonly AgentEffects[],
): Capability[] =>
  EVENT_NAMES.map((event) => {
    const isTaken = (wish: (typeof WISHES)[number]) =>
      means(event, wish) || (wish === 'deny' && means(event, 'block') && blocks(event));
    const moment = AHP_MOMENTS[event];
    const effects = moment?.offers?.({ ...specOf(event).sample }).effects ?? [];
    return {
      event,
      can: WISHES.filter(isTaken),
      cannot: WISHES.filter((wish) => !isTaken(wish)),
      ...(moment ? { ahp: { event: moment.type, effects } } : {}),
      agents: agents(event),
    };
  });

const blocks = (event: EventName): boolean =>
  (specOf(event).on.block ?? []).some((effect) => effect === 'block' || effect === 'halt');

export const capabilityText = ({ event, can, cannot, ahp, agents }: Capability): string =>
  [
    event,
    `  enforces: ${can.join(', ') || 'nothing: hooks look on'}`,
    ...(can.length > 0 && cannot.length > 0 ? [`  does not take: ${cannot.join(', ')}`] : []),
    ...(ahp ? [`  in AHP: ${ahp.event}, ${ahp.effects.join(', ') || 'observed'}`] : []),
    ...agents.map(({ title, lines }) => `  in ${title}: ${lines.join('; ')}`),
    '',
  ].join('\n');
