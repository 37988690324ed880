import { type Command, noCommand } from '../cli/command.ts';
import { exportLog } from './export.ts';
import { verify } from './verify.ts';

const USAGE = `usage: wave log verify                     whether the log is as it was written
       wave log export --format csv|ocsf   the log for other programs

"wave hooks log" shows it. Each command has --help.`;

const COMMANDS: Readonly<Record<string, Command>> = { verify, export: exportLog };

/** `wave log`: the log as a whole. It loads no agent. */
export const log: Command = async ([name, ...args], io) => {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command(args, io);
  if (name !== undefined && name !== '--help' && name !== '-h')
    throw noCommand('wave log', name, Object.keys(COMMANDS), USAGE);
  io.out(`${USAGE}\n`);
  return 0;
};
