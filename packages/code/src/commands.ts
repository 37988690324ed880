import type { Command } from './cli/command.ts';

/** THE TABLE of commands, each loaded only when it is called: a start pays for nothing it does not use. */
export const COMMANDS: Readonly<Record<string, { about: string; load: () => Promise<Command> }>> = {
  hooks: {
    about: 'run and inspect hooks',
    load: async () => (await import('./hooks/index.ts')).hooks,
  },
  guard: {
    about: 'guard another agent with the hooks of this project',
    load: async () => (await import('./guard/index.ts')).guard,
  },
  permissions: {
    about: 'rules for tools: list, add, remove, explain',
    load: async () => (await import('./agent/commands.ts')).permissions,
  },
  models: {
    about: 'models that can be reached, the default and why; test one',
    load: async () => (await import('./agent/commands.ts')).models,
  },
  mcp: {
    about: 'MCP servers: list, add, remove, test, login; serve',
    load: async () => (await import('./agent/commands.ts')).mcp,
  },
  acp: {
    about: 'the agent for editors, by the Agent Client Protocol on stdio',
    load: async () => (await import('./acp/index.ts')).acp,
  },
  ahp: {
    about: 'answer hosts of the Agent Hooks Protocol by the hooks of this project',
    load: async () => (await import('./agent/commands.ts')).ahp,
  },
  agents: {
    about: 'custom agents: list, show, approve',
    load: async () => (await import('./agent/commands.ts')).agents,
  },
  skills: {
    about: 'skills: list, show, approve',
    load: async () => (await import('./agent/commands.ts')).skills,
  },
  shell: {
    about: 'what a shell command would run, as JSON, for hooks in any language',
    load: async () => (await import('./shell/index.ts')).shell,
  },
  sandbox: {
    about: 'run a command in the sandbox, and see what is missing for it',
    load: async () => (await import('./agent/commands.ts')).sandbox,
  },
  trace: {
    about: 'a page that shows what happened in a session, and why',
    load: async () => (await import('./agent/commands.ts')).trace,
  },
  stats: {
    about: 'the last days in numbers: questions, blocks, time in hooks, cost',
    load: async () => (await import('./agent/commands.ts')).stats,
  },
  log: {
    about: 'the log as a whole: verify, export',
    load: async () => (await import('./log/index.ts')).log,
  },
  resume: {
    about: 'resume an earlier session (wave resume SESSION)',
    load: async () => (await import('./screen/load.ts')).resume,
  },
  sessions: {
    about: 'list, search, name, export and delete sessions',
    load: async () => (await import('./agent/commands.ts')).sessions,
  },
  undo: {
    about: 'restore files and conversation to before a prompt',
    load: async () => (await import('./agent/commands.ts')).undo,
  },
  tour: {
    about: 'a short session on the practice model, with the example hooks at work',
    load: async () => (await import('./agent/commands.ts')).tour,
  },
  help: {
    about: 'the manual: wave help lists its pages, wave help TOPIC shows one',
    load: async () => (await import('./help/index.ts')).help,
  },
};
