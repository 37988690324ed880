import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { type Agent, PERMISSION_MODES } from '@wavehooks/agent-sdk';
import { exactLine, exactly, exactPlace } from '../../cli/style.ts';
import { definitionsCommand } from '../../screen/commands/definitions.ts';
import { exportConversation } from '../../screen/commands/export.ts';
import { logOut } from '../../screen/commands/mcp.ts';
import { memory } from '../../screen/commands/memory.ts';
import { permissions } from '../../screen/commands/permissions.ts';
import { status } from '../../screen/commands/status.ts';
import type { TellingContext } from '../../screen/control/command.ts';
import { summaryOf } from '../../screen/hooks/hook-lines.ts';
import { sessionHooks } from '../../screen/hooks/session-hooks.ts';
import { logIn } from './mcp-login.ts';
import { undo } from './undo.ts';

/** What a command can do here: tell something, and be ended. */
export interface CommandRun extends TellingContext {
  readonly signal: AbortSignal;
  /** At once, while the command goes on. */
  readonly say: (text: string) => void;
}

export interface EditorCommand {
  readonly name: string;
  readonly about: string;
  /** What follows the name. */
  readonly hint?: string;
  run(context: CommandRun, args: string): void | Promise<void>;
}

/** THE TABLE of commands that make sense without a screen. The editor has its own for models, modes and sessions. */
export const COMMANDS: readonly EditorCommand[] = [
  { name: 'status', about: 'model, session, hooks, tokens', run: status },
  { name: 'hooks', about: 'the hooks in force and their state', run: hooks },
  {
    name: 'mcp',
    about: 'MCP servers and their tools',
    hint: '[reconnect | login | logout SERVER]',
    run: mcp,
  },
  {
    name: 'permissions',
    about: 'the mode and the rules in force: show, add, remove',
    hint: `[${PERMISSION_MODES.join(' | ')} | allow RULE | remove N]`,
    run: permissions,
  },
  {
    name: 'agents',
    about: 'custom agents and where they come from',
    hint: '[name]',
    run: definitionsCommand('agent'),
  },
  {
    name: 'skills',
    about: 'where each skill comes from, and whether it is on',
    hint: '[name]',
    run: definitionsCommand('skill'),
  },
  {
    name: 'memory',
    about: 'the files that the agent follows; with TEXT, add a note',
    hint: '[[user | project | local] TEXT]',
    run: memory,
  },
  {
    name: 'compact',
    about: 'make the conversation shorter for the model',
    hint: '[wishes]',
    run: compact,
  },
  {
    name: 'undo',
    about: 'list the prompts, or go back to before one: files and conversation',
    hint: '[N [force]]',
    run: undo,
  },
  {
    name: 'export',
    about: 'write the conversation to a file, as markdown',
    hint: '[FILE]',
    run: exportConversation,
  },
];

function hooks({ controller, print, paint }: CommandRun): void {
  const all = sessionHooks(controller.agent);
  if (all.length === 0) print('There are no hooks. "wave hooks init" writes a first one.');
  else print(...all.map((hook) => summaryOf(hook, { width: 100, paint })));
}

async function mcp(context: CommandRun, args: string): Promise<void> {
  const { controller, print } = context;
  const [word, server = ''] = args.split(/\s+/);
  if (word === 'login' && server) return logIn(context, server);
  if (word === 'logout' && server) return logOut(context, server);
  if (word === 'reconnect') {
    const now = await controller.agent.mcp.reconnect(server);
    if (!now) throw new Error(`there is no server "${server}"; /mcp lists them`);
  } else if (args !== '') throw new Error('/mcp, or /mcp reconnect, login or logout SERVER');
  const servers = controller.agent.mcp.servers();
  if (servers.length === 0) print('No MCP servers are configured. "wave mcp add" adds one.');
  for (const { name, state, source, tools, reason } of servers)
    print(
      `${state}  ${exactLine(name)}  ${exactPlace(source)}`,
      ...(reason ? [`  ${exactly(reason)}`] : []),
      ...(tools.length > 0 ? [`  ${tools.map(exactly).join(', ')}`] : []),
    );
}

async function compact({ controller, print, signal }: CommandRun, wishes: string): Promise<void> {
  const result = await controller.agent.compact(wishes || undefined, { signal });
  if (!result.done) print(`The conversation was not compacted: ${result.why}`);
}

/** What can be typed behind a slash: these, saved prompts and skills, and prompts of MCP servers. */
export async function availableCommands(agent: Agent): Promise<AvailableCommand[]> {
  const own = COMMANDS.map(({ name, about, hint = '' }) => row(name, about, hint));
  const kept = agent.commands.map(({ name, about, hint }) => row(name, about, hint));
  const { items } = await agent.mcp.prompts();
  const served = items.map(({ server, name, description = '', arguments: all }) =>
    row(`mcp__${server}__${name}`, description, all.map((one) => one.name).join(' ')),
  );
  const all = [...own, ...kept, ...served];
  return all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at);
}

const row = (name: string, about: string, hint: string): AvailableCommand => ({
  name,
  description: about,
  ...(hint === '' ? {} : { input: { hint } }),
});
