import { type Command, UsageError } from './cli/command.ts';
import { processIo } from './cli/io.ts';

declare const WAVE_VERSION: string;

/** The commands, each loaded only when it is called: a start pays for nothing it does not use. */
const COMMANDS: Record<string, { about: string; load: () => Promise<Command> }> = {
  hooks: {
    about: 'run and inspect hooks',
    load: async () => (await import('./hooks/index.ts')).hooks,
  },
  tour: {
    about: 'see the engine at work on the example hooks',
    load: async () => (await import('./tour/tour.ts')).tour,
  },
};

const help = () =>
  `wave ${WAVE_VERSION}\n\nusage: wave <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}\n\n  --version  print the version\n  --help     print this\n`;

const wave: Command = async ([name, ...args], io) => {
  if (name === '--version' || name === '-v') io.out(`${WAVE_VERSION}\n`);
  else if (name === '--help' || name === '-h' || name === undefined) io.out(help());
  else if (Object.hasOwn(COMMANDS, name)) return (await COMMANDS[name]?.load())?.(args, io) ?? 0;
  else throw new UsageError(`wave has no command "${name}"\n\n${help()}`);
  return 0;
};

async function main(): Promise<void> {
  try {
    process.exitCode = await wave(process.argv.slice(2), processIo);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    processIo.err(`wave: ${error.message}\n`);
    process.exitCode = 1;
  }
}

main();
