import type { Agent, Raw } from '../agents/agent.ts';
import { AGENTS } from '../agents/index.ts';
import { FACTS } from '../event/events.generated.ts';

/** The agents that a hook can answer. */
export type TargetName = 'wave' | keyof typeof AGENTS;

export type Target = Omit<Agent, 'guard'>;

const wave: Target = {
  title: 'Wave',
  events: Object.fromEntries(Object.keys(FACTS).map((event) => [event, event])),
  lacks: {},
  dialect: 'nested',
  merges: true,
  tools: {},
  detect: { variable: 'WAVE_PROJECT_DIR' },
};

/** THE TABLE of targets: how each agent wants its answers. */
export const TARGETS: Readonly<Record<TargetName, Target>> = { wave, ...AGENTS };

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Who asked: what the input shows counts before the environment, which a program inherits. Otherwise Claude Code:
 * what is written for it, Wave understands as well.
 */
export function detectTarget(input: object, env: Env = process.env): TargetName {
  const all = Object.entries(TARGETS) as [TargetName, Target][];
  const found =
    all.find(([, { detect }]) => detect?.input?.(input as Raw)) ??
    all.find(([, { detect }]) => detect?.variable && env[detect.variable]);
  return found?.[0] ?? 'claude-code';
}
