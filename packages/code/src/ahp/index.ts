import { type Command, noCommand, readArgs } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { OPEN_FLAGS, openOptions } from '../hooks/settings/open-options.ts';
import { serve } from './serve.ts';

const FLAGS = {
  ...OPEN_FLAGS,
  permissions: { type: 'boolean', about: "refuse and ask by Wave's permission rules as well" },
  socket: {
    type: 'string',
    value: 'PATH',
    about: 'answer on this socket, which only you can reach',
  },
  port: {
    type: 'string',
    value: 'PORT',
    about: 'answer over HTTP on this port of this machine; 0 picks one',
  },
} as const;

const USAGE = usageOf({
  forms: ['wave ahp serve [options]'],
  about:
    'Answers hosts of the Agent Hooks Protocol by the hooks of this project, on stdio unless told otherwise.',
  options: FLAGS,
});

/** `wave ahp`: Wave's hooks behind the Agent Hooks Protocol. */
export const ahp: Command = async ([name, ...args], io) => {
  if (name !== 'serve') {
    if (name !== undefined && name !== '--help' && name !== '-h')
      throw noCommand('wave ahp', name, ['serve'], USAGE);
    io.out(`${USAGE}\n`);
    return 0;
  }
  const { values } = readArgs(args, FLAGS, USAGE);
  return serve(openOptions(values, io, USAGE), values, io);
};
