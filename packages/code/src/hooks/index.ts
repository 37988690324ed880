import { SettingsError } from 'wave-hooks';
import { type Command, UsageError } from '../cli/command.ts';

/** The subcommands of `wave hooks`, each loaded only when it is called. */
const COMMANDS: Record<string, { about: string; load: () => Promise<Command> }> = {
  run: {
    about: 'run one event through the hooks that match and print the verdict',
    load: async () => (await import('./run.ts')).run,
  },
  log: {
    about: 'show what hooks did: who ran, how it ended, what it said',
    load: async () => (await import('./log.ts')).log,
  },
};

export const hooks: Command = async ([name, ...args], io) => {
  const wanted = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!wanted && (name === undefined || name === '--help' || name === '-h')) {
    io.out(help());
    return 0;
  }
  if (!wanted) throw new UsageError(`wave hooks has no "${name}"\n\n${help()}`);
  try {
    return await (await wanted.load())(args, io);
  } catch (error) {
    throw error instanceof SettingsError ? new UsageError(error.message) : error;
  }
};

const help = () =>
  `usage: wave hooks <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}\n`;
