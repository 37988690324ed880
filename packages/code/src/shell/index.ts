import { type Command, noCommand } from '../cli/command.ts';
import { parse } from './parse.ts';

const USAGE = `usage: wave shell parse COMMAND     what a shell would run for it, as JSON

"wave shell parse --help" says more.`;

/** `wave shell`: for hooks in any language. It loads no agent. */
export const shell: Command = async ([name, ...args], io) => {
  if (name === 'parse') return parse(args, io);
  if (name !== undefined && name !== '--help' && name !== '-h')
    throw noCommand('wave shell', name, ['parse'], USAGE);
  io.out(`${USAGE}\n`);
  return 0;
};
