import { join } from 'node:path';
import type { TargetName } from '@wavehooks/hook-kit';
import type { EventName } from '@wavehooks/hooks';

/** The agents that Wave can guard. */
export type AgentName = Exclude<TargetName, 'wave'>;

export interface Agent {
  readonly title: string;
  /** The file of its settings that takes hooks. */
  readonly file: (where: Where) => string;
  /** What it reads beside plain JSON. Of a file with anything else in it, it runs no hook. */
  readonly reads: readonly ('comments' | 'bom')[];
  /** The only fields of the file that it reads, where another one keeps it from reading the file. */
  readonly fields?: readonly string[];
  /** The field of the file that switches all hooks off, and the value that does. */
  readonly off?: readonly [path: string, value: boolean];
  /** Whether the entries of an event stand in groups, or in the list itself. */
  readonly form: 'groups' | 'flat';
  /** An entry of its settings that runs a command. */
  readonly entry: (command: string, seconds: number, holds: boolean) => Entry;
  /** Whether `npm run agents` tries it; otherwise all is by its documentation. */
  readonly tried: boolean;
  /** Where exit 2 does not refuse: the answer that does. */
  readonly refusesInWords?: Readonly<Partial<Record<EventName, (reason: string) => Entry>>>;
  /** The variable in which hooks find the directory that it was started in. */
  readonly startedIn?: string;
  /** What its user has to do before it runs them. */
  readonly afterwards?: string;
}

type Entry = Readonly<Record<string, unknown>>;

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

/** What one second is in `timeout` differs. */
const grouped = (second: number): Pick<Agent, 'form' | 'entry' | 'tried'> => ({
  tried: true,
  form: 'groups',
  entry: (command, seconds) => ({ type: 'command', command, timeout: seconds * second }),
});

/** THE TABLE of agents; what each can do with an answer is in the kit's table of targets. */
export const AGENTS: Readonly<Record<AgentName, Agent>> = {
  'claude-code': {
    title: 'Claude Code',
    file: settingsIn('.claude', 'settings.json', 'CLAUDE_CONFIG_DIR'),
    startedIn: 'CLAUDE_PROJECT_DIR',
    reads: ['bom'],
    off: ['disableAllHooks', true],
    ...grouped(1),
  },
  codex: {
    title: 'Codex',
    file: settingsIn('.codex', 'hooks.json', 'CODEX_HOME'),
    reads: [],
    fields: ['description', 'hooks'],
    ...grouped(1),
    afterwards: 'Codex runs new hooks only after you trusted them: type /hooks in Codex.',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    file: settingsIn('.gemini'),
    startedIn: 'GEMINI_PROJECT_DIR',
    reads: ['comments'],
    off: ['hooksConfig.enabled', false],
    ...grouped(1_000),
    afterwards:
      'Gemini CLI runs the hooks of a project only in a folder that you trust; with -p it needs GEMINI_CLI_TRUST_WORKSPACE=true, and --skip-trust is not enough.',
  },
  'qwen-code': {
    title: 'Qwen Code',
    file: settingsIn('.qwen'),
    startedIn: 'QWEN_PROJECT_DIR',
    reads: ['comments', 'bom'],
    off: ['disableAllHooks', true],
    ...grouped(1_000),
  },
  cursor: {
    title: 'Cursor',
    file: settingsIn('.cursor', 'hooks.json'),
    startedIn: 'CURSOR_PROJECT_DIR',
    reads: ['comments'],
    tried: false,
    form: 'flat',
    entry: (command, seconds, holds) => ({
      command,
      timeout: seconds,
      ...(holds ? { failClosed: true } : {}),
    }),
    afterwards: 'Cursor runs the hooks of a project only in a workspace that you trust.',
  },
  'copilot-cli': {
    title: 'Copilot CLI',
    file: ({ level, home, project, env }) =>
      level === 'project'
        ? join(project, '.github', 'hooks', 'wave.json')
        : join(env['COPILOT_HOME'] || join(home, '.copilot'), 'hooks', 'wave.json'),
    reads: [],
    off: ['disableAllHooks', true],
    tried: true,
    form: 'flat',
    entry: (command, seconds) => ({ type: 'command', bash: command, timeoutSec: seconds }),
    refusesInWords: { UserPromptSubmit: (reason) => ({ decision: 'block', reason }) },
    afterwards:
      'Copilot CLI runs the hooks of a project only in a folder that you trust; with -p it also needs GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS=true.',
  },
};

export const AGENT_NAMES = Object.keys(AGENTS) as readonly AgentName[];

export const isAgentName = (name: unknown): name is AgentName =>
  typeof name === 'string' && Object.hasOwn(AGENTS, name);
