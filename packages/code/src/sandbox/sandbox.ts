import { type Command, noCommand } from '../cli/command.ts';
import { doctor } from './doctor.ts';
import { run } from './run.ts';

/** The subcommands of `wave sandbox`. */
const COMMANDS: Record<string, { about: string; run: Command }> = {
  run: { about: 'run a command in the sandbox', run },
  doctor: {
    about: 'whether there is a sandbox here, what is missing, and what it would let happen',
    run: doctor,
  },
};

/** `wave sandbox`: the sandbox of commands, without an agent. */
export const sandbox: Command = async ([name, ...args], io) => {
  if (name === undefined || name === '--help' || name === '-h') {
    io.out(help());
    return 0;
  }
  const wanted = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!wanted) throw noCommand('wave sandbox', name, Object.keys(COMMANDS), help(), ELSEWHERE);
  return wanted.run(args, io);
};

/** What other tools call them. */
const ELSEWHERE = {
  exec: 'run',
  check: 'doctor',
  status: 'doctor',
  explain: 'doctor',
  list: 'doctor',
};

const help = () =>
  `usage: wave sandbox <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}\n`;
