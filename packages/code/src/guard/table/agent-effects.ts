import type { EventName } from '@wavehooks/hooks';
import { SettingsError } from '@wavehooks/settings';
import { UsageError } from '../../cli/command.ts';
import { AGENT_NAMES, AGENTS, type AgentName, isAgentName } from './agents.ts';
import { type Becomes, effectLines, effectsOf } from './fallbacks.ts';
import { guardedAgents } from './guarded.ts';

export interface AgentEffects {
  readonly agent: AgentName;
  readonly title: string;
  /** Absent if the agent has no such moment. */
  readonly effects?: readonly Becomes[];
  readonly lines: readonly string[];
}

/** What agents do with what a hook says at a moment: the named one, or those that are guarded here. */
export function agentEffects(
  event: EventName,
  named: string | undefined,
  cwd: string,
  usage: string,
): AgentEffects[] {
  if (named !== undefined && !isAgentName(named))
    throw new UsageError(
      `--agent: expected one of ${AGENT_NAMES.join(', ')}, got ${JSON.stringify(named)}\n${usage}`,
    );
  return (named ? [named] : guardedHere(cwd)).map((agent) => {
    const effects = effectsOf(agent, event);
    const {
      title,
      guard: { tried },
    } = AGENTS[agent];
    return {
      agent,
      title: tried ? title : `${title} (by its contract, not tried)`,
      ...(effects ? { effects } : {}),
      lines: effectLines(agent, event),
    };
  });
}

/** Settings of another agent that cannot be read are for `wave guard status` to tell. */
function guardedHere(cwd: string): AgentName[] {
  try {
    return [...new Set(guardedAgents(cwd).map(({ agent }) => agent))];
  } catch (error) {
    if (error instanceof SettingsError) return [];
    throw error;
  }
}
