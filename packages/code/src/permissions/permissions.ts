import { type Command, noCommand } from '../cli/command.ts';
import { add } from './add.ts';
import { explain } from './explain.ts';
import { list } from './list.ts';
import { remove } from './remove.ts';

/** The subcommands of `wave permissions`. */
export const COMMANDS: Record<string, { about: string; run: Command }> = {
  list: { about: 'the mode and every rule, with the file it stands in', run: list },
  add: { about: 'add a rule for this project, or with --user for all', run: add },
  remove: { about: 'remove a rule from its file', run: remove },
  explain: {
    about: 'what would become of a call, and which row of the table decides',
    run: explain,
  },
};

export const permissions: Command = async ([name, ...args], io) => {
  if (name === undefined || name === '--help' || name === '-h') {
    io.out(help());
    return 0;
  }
  const wanted = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!wanted) throw noCommand('wave permissions', name, Object.keys(COMMANDS), help(), ELSEWHERE);
  return wanted.run(args, io);
};

/** What other tools call them. */
const ELSEWHERE = {
  ...{ ls: 'list', show: 'list', rm: 'remove', delete: 'remove', why: 'explain', check: 'explain' },
  ...{ allow: 'add allow', ask: 'add ask', deny: 'add deny' },
};

const help = () =>
  `usage: wave permissions <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}\n`;
