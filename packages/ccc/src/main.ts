import { commandMeant } from '@wavehooks/hooks/vocabulary';
import { type Command, HelpRequest, UsageError } from './cli/command.ts';
import { processIo } from './cli/io.ts';

declare const CCC_VERSION: string;

/** The commands, each loaded only when it is called: a start pays for nothing it does not use. */
const COMMANDS: Record<string, { about: string; load: () => Promise<Command> }> = {
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
    about: 'start an agent under supervision: ccc run -- <agent ...>',
    load: async () => (await import('./commands/run.ts')).run,
  },
};

const help = () =>
  `ccc ${CCC_VERSION}\n\nusage: ccc <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(16)} ${about}`)
    .join('\n')}\n\n  --version  print the version\n  --help     print this\n`;

/** What was probably meant, else all there are. */
function noCommand(name: string): string {
  const meant = commandMeant(name, Object.keys(COMMANDS), ELSEWHERE);
  return meant === undefined
    ? `ccc has no command "${name}"\n\n${help()}`
    : `ccc has no command "${name}"; did you mean "ccc ${meant}"?\n"ccc --help" lists them all.`;
}

/** What people call them instead. */
const ELSEWHERE = {
  hook: 'supervisor-hook',
  supervisor: 'supervisor-hook',
  mode: 'supervisor-mode',
  remove: 'uninstall',
  logs: 'log',
  sessions: 'status',
  start: 'run',
  version: '--version',
  help: '--help',
};

const ccc: Command = async ([name, ...args], io) => {
  if (name?.startsWith('-') && args.length > 0)
    throw new UsageError(`what is "${args[0]}"?\nusage: ccc ${name}`);
  if (name === '--version' || name === '-v') io.out(`${CCC_VERSION}\n`);
  else if (name === '--help' || name === '-h' || name === undefined) io.out(help());
  else if (Object.hasOwn(COMMANDS, name)) return (await COMMANDS[name]?.load())?.(args, io) ?? 0;
  else throw new UsageError(noCommand(name));
  return 0;
};

/** Everything has been written when it ends, so nobody who lingers keeps the host waiting. */
async function main(): Promise<void> {
  try {
    process.exit(await ccc(process.argv.slice(2), processIo));
  } catch (error) {
    process.exit(report(error));
  }
}

/** Every end has a text that a person can use. */
function report(error: unknown): number {
  if (error instanceof HelpRequest) {
    processIo.out(`${error.message}\n`);
    return 0;
  }
  const expected = error instanceof UsageError;
  const text = error instanceof Error ? error.message : String(error);
  processIo.err(`ccc: ${expected ? '' : 'this should not have happened: '}${text}\n`);
  return 1;
}

main();
