import { type Command, noCommand } from '../cli/command.ts';
import { add } from './add.ts';
import { addJson } from './add-json.ts';
import { get, list } from './list.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { remove } from './remove.ts';
import { test } from './test.ts';

/** The subcommands of `wave mcp`. */
export const COMMANDS: Record<string, { about: string; run: Command }> = {
  list: { about: 'every server, where it comes from, and whether it connects', run: list },
  get: { about: 'the same for one server', run: get },
  add: { about: 'add a server to your settings, or to the project with --project', run: add },
  'add-json': { about: 'add a server from its entry as JSON', run: addJson },
  import: {
    about: 'take over the servers of another agent or editor',
    run: async (args, io) => (await import('./import/import.ts')).importServers(args, io),
  },
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
  const full = Object.hasOwn(SHORT, name) ? SHORT[name] : name;
  const wanted = full !== undefined && Object.hasOwn(COMMANDS, full) ? COMMANDS[full] : undefined;
  if (!wanted) throw noCommand('wave mcp', name, Object.keys(COMMANDS), help(), ELSEWHERE);
  return wanted.run(args, io);
};

/** What other tools call them. */
const ELSEWHERE = { delete: 'remove', check: 'test' };

const SHORT: Readonly<Record<string, string>> = { ls: 'list', rm: 'remove' };

const help = () =>
  `usage: wave mcp <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
    .join('\n')}\n`;
