import type { Command } from './cli/command.ts';

/** THE TABLE of commands, each loaded only when it is called: a start pays for nothing it does not use. */
export const COMMANDS: Readonly<Record<string, { about: string; load: () => Promise<Command> }>> = {
  'supervisor-hook': {
    about: 'review the event on stdin and print the verdict; this is what hosts call',
    load: async () => (await import('./hook/supervisor-hook.ts')).supervisorHook,
  },
  install: {
    about: "add the hooks to Wave's settings, or with --claude to Claude Code's",
    load: async () => (await import('./commands/install.ts')).install,
  },
  uninstall: {
    about: 'take them out again',
    load: async () => (await import('./commands/install.ts')).uninstall,
  },
  status: {
    about: 'sessions, their counts and last verdicts',
    load: async () => (await import('./commands/status.ts')).status,
  },
  'supervisor-mode': {
    about: 'switch reviews on or off, for all sessions',
    load: async () => (await import('./commands/mode.ts')).supervisorMode,
  },
  log: {
    about: 'past reviews and their results',
    load: async () => (await import('./commands/log.ts')).log,
  },
  doctor: {
    about: 'find what keeps the supervisor from working, and how to fix it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  run: {
    about: 'start an agent under supervision: ccc run -- AGENT [ARG ...]',
    load: async () => (await import('./commands/run.ts')).run,
  },
};
