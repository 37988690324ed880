import { join } from 'node:path';
import type { TargetName } from '@wavehooks/hook-kit';

/** The agents that Wave can guard. */
export type AgentName = Exclude<TargetName, 'wave'>;

export interface Agent {
  readonly title: string;
  /** The file of its settings that takes hooks. */
  readonly file: (where: Where) => string;
  /** What one second is in its `timeout`. */
  readonly second: number;
  /** What its user has to do before it runs them. */
  readonly afterwards?: string;
}

export interface Where {
  readonly level: 'user' | 'project';
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const settingsIn =
  (folder: string, file = 'settings.json', variable = '') =>
  ({ level, home, project, env }: Where) =>
    level === 'project'
      ? join(project, folder, file)
      : join(env[variable] || join(home, folder), file);

/** THE TABLE of agents; what each can do with an answer is in the kit's table of targets. */
export const AGENTS: Readonly<Record<AgentName, Agent>> = {
  'claude-code': {
    title: 'Claude Code',
    file: settingsIn('.claude', 'settings.json', 'CLAUDE_CONFIG_DIR'),
    second: 1,
  },
  codex: {
    title: 'Codex',
    file: settingsIn('.codex', 'hooks.json', 'CODEX_HOME'),
    second: 1,
    afterwards: 'Codex runs new hooks only after you trusted them: type /hooks in Codex.',
  },
  'gemini-cli': { title: 'Gemini CLI', file: settingsIn('.gemini'), second: 1_000 },
  'qwen-code': { title: 'Qwen Code', file: settingsIn('.qwen'), second: 1_000 },
};

export const AGENT_NAMES = Object.keys(AGENTS) as readonly AgentName[];

export const isAgentName = (name: unknown): name is AgentName =>
  typeof name === 'string' && Object.hasOwn(AGENTS, name);
