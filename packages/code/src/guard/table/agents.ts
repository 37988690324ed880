import { type Agent, AGENTS as ALL } from '@wavehooks/hook-kit';

/** The agents that Wave can guard; each is one file of the kit. */
export const AGENTS: Readonly<Record<keyof typeof ALL, Agent>> = ALL;

export type AgentName = keyof typeof AGENTS;

export const AGENT_NAMES = Object.keys(AGENTS) as readonly AgentName[];

export const isAgentName = (name: unknown): name is AgentName =>
  typeof name === 'string' && Object.hasOwn(AGENTS, name);
