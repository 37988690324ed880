import { FALLBACKS, TARGETS } from '@wavehooks/hook-kit';
import type { AgentName } from './agents.ts';

/** For each event: what an agent cannot do as a hook asks for it, and what becomes of it. */
export const fallbackLines = (agent: AgentName): string[] => {
  const { lacks, events } = TARGETS[agent];
  return Object.entries(lacks).flatMap(([event, verbs]) =>
    Object.entries(verbs).map(
      ([verb, how]) =>
        `${events[event as keyof typeof events] ?? event}: ${verb} ${FALLBACKS[how]}`,
    ),
  );
};
