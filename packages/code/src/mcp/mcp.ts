import { type Command, noCommand } from '../cli/command.ts';
import { add } from './add.ts';
import { list } from './list.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { remove } from './remove.ts';
import { test } from './test.ts';

/** The subcommands of `wave mcp`. */
export const COMMANDS: Record<string, { about: string; run: Command }> = {
  list: { about: 'every server, where it comes from, and whether it may run', run: list },
  add: { about: 'add a server to your settings, or to the project with --project', run: add },
  remove: { about: 'remove a server from its file', run: remove },
  test: { about: 'start a server and list what it offers, without calling anything', run: test },
  login: { about: 'log in to a server, with your browser or a printed address', run: login },
  logout: { about: 'forget the login to a server', run: logout },
  serve: {
    about: 'be an MCP server itself: hooks and rules for any MCP client, over stdin and stdout',
    run: async (args, io) => (await import('./serve/serve.ts')).serve(args, io),
  },
};

export const mcp: Command = async ([name, ...args], io) => {
  if (name === undefined || name === '--help' || name === '-h') {
    io.out(help());
    return 0;
  }
  const wanted = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!wanted) throw noCommand('wave mcp', name, Object.keys(COMMANDS), help(), ELSEWHERE);
  return wanted.run(args, io);
};

/** What other tools call them. */
const ELSEWHERE = { ls: 'list', rm: 'remove', delete: 'remove', get: 'list', check: 'test' };

const help = () =>
  `usage: wave mcp <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}\n`;
