import type { Command } from '../cli/command.ts';
import { AGENT_NAMES, AGENTS } from './agents.ts';
import { answer } from './answer.ts';
import { install, uninstall } from './install.ts';
import { status } from './status.ts';

export const COMMANDS: Readonly<Record<string, { readonly about: string; readonly run: Command }>> =
  {
    install: { about: "add entries for Wave to an agent's own settings", run: install },
    uninstall: { about: 'take them out again, to the byte', run: uninstall },
    status: { about: 'which agents are guarded, and what they cannot do', run: status },
  };

/** `wave guard`: the hooks of this project for another agent. */
export const guard: Command = async (args, io) => {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    io.out(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return command ? command.run(rest, io) : answer(args, io);
};

const help = () =>
  [
    "wave guard: this project's hooks for another agent",
    '',
    'usage: wave guard <command> [options]',
    '       wave guard <agent> < event.json     what the entries run',
    '',
    ...Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`),
    '',
    ...AGENT_NAMES.map((name) => `  ${name.padEnd(12)} ${AGENTS[name].title}`),
    '',
  ].join('\n');
