import { commandMeant } from '@wavehooks/hooks/vocabulary';
import { leave } from '@wavehooks/process';
import { type Command, report, UsageError } from './cli/command.ts';
import { processIo } from './cli/io.ts';
import { COMMANDS } from './command-table.ts';

declare const CCC_VERSION: string;

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
    leave(await ccc(process.argv.slice(2), processIo));
  } catch (error) {
    leave(report(error, processIo));
  }
}

void main();
