import { homedir } from 'node:os';
import {
  EFFORTS,
  findSession,
  listSessions,
  type McpServerState,
  type PermissionMode,
  sessionsDir,
} from '@wavehooks/agent-sdk';
import { exactly, exactPlace } from '../../cli/style.ts';
import type { CommandContext, ScreenCommand } from '../control/command.ts';
import type { Paint } from '../text/theme.ts';
import { definitionsCommand } from './definitions.ts';
import { exportConversation } from './export.ts';
import { type HelpRow, helpLines } from './help.ts';
import { memory } from './memory.ts';
import { permissions } from './permissions.ts';
import { status, thinkingText } from './status.ts';

/** THE TABLE of commands. */
export const COMMANDS: readonly ScreenCommand[] = [
  { name: 'help', about: 'what you can type', anytime: true, run: help },
  {
    name: 'hooks',
    about: 'the hooks in force: state, last runs, review of changes',
    anytime: true,
    run: ({ open }) => open('hooks'),
  },
  {
    name: 'agents',
    args: '[name]',
    about: 'agents in files: where they are from, whether they are offered',
    anytime: true,
    run: definitionsCommand('agent'),
  },
  {
    name: 'skills',
    args: '[name]',
    about: 'skills in files, likewise',
    anytime: true,
    run: definitionsCommand('skill'),
  },
  {
    name: 'clear',
    about: 'begin a new conversation',
    anytime: false,
    run: ({ change }) => change(undefined),
  },
  {
    name: 'model',
    args: '[name]',
    about: 'choose the model',
    anytime: false,
    run: model,
  },
  {
    name: 'think',
    args: `[${EFFORTS.join(' | ')}]`,
    about: 'how much the model thinks before it answers',
    anytime: true,
    run: think,
  },
  {
    name: 'permissions',
    args: '[MODE | allow RULE | remove N]',
    about: 'the mode and the rules in force: show, add, remove',
    anytime: true,
    run: permissions,
  },
  {
    name: 'mcp',
    args: '[reconnect SERVER]',
    about: 'MCP servers and their tools',
    anytime: true,
    run: mcp,
  },
  {
    name: 'resume',
    args: '[session]',
    about: 'resume an earlier session',
    anytime: false,
    run: resume,
  },
  {
    name: 'compact',
    args: '[wishes]',
    about: 'make the conversation shorter for the model',
    anytime: false,
    run: compact,
  },
  {
    name: 'undo',
    about: 'go back to before a prompt: files and conversation',
    anytime: false,
    run: ({ open }) => open('undo'),
  },
  {
    name: 'memory',
    args: '[[user | project | local] TEXT]',
    about: 'the files that the agent follows; with TEXT, a line more',
    anytime: false,
    run: memory,
  },
  {
    name: 'paste',
    about: 'attach the image in the clipboard, as Ctrl-V does',
    anytime: true,
    run: paste,
  },
  {
    name: 'export',
    args: '[FILE]',
    about: 'write the conversation to a file, as markdown',
    anytime: true,
    run: exportConversation,
  },
  { name: 'status', about: 'model, session, hooks, tokens', anytime: true, run: status },
  { name: 'exit', about: 'leave', anytime: true, run: ({ leave }) => leave() },
];

function help({ controller, print, paint }: CommandContext): void {
  print(...helpLines(COMMANDS, controller.agent.commands, KEYS, paint));
}

const KEYS: readonly HelpRow[] = [
  ['Enter', 'send; \\ before it, Alt-Enter or Ctrl-J begin a new line'],
  ['Esc', 'interrupt the agent'],
  ['Ctrl-C', 'interrupt, empty the input, and twice: leave'],
  ['Ctrl-D', 'leave, where nothing is typed'],
  ['Ctrl-Z', 'back to the shell; fg returns'],
  ['Ctrl-O', 'everything in full: tool calls, hook runs with what they printed'],
  ['Shift-Tab', 'next permission mode'],
  ['↑ ↓', 'what you sent before'],
  ['@path', 'name a file, or an image; Tab completes'],
  ['Ctrl-V', 'attach the image in the clipboard; a dropped or pasted path of one does the same'],
  ['!command', 'run it in your own shell; the agent reads what it printed'],
  ['#text', 'a line more in AGENTS.local.md, which the agent follows'],
];

function model({ controller, print, open, chooseModel }: CommandContext, name: string): void {
  if (name === '') {
    open('model');
    return;
  }
  chooseModel(name);
  print(`The model is ${controller.agent.model} from now on.`);
}

async function paste({ controller, fill }: CommandContext): Promise<void> {
  const { marks, faults } = await controller.images.clipboard();
  if (faults.length > 0) throw new Error(faults.join('; '));
  fill(`${marks.join(' ')} `);
}

function think({ controller, print }: CommandContext, word: string): void {
  const { agent } = controller;
  const found = EFFORTS.find((one) => one === word);
  if (word !== '' && !found)
    throw new Error(`/think takes ${EFFORTS.join(', ')}; got "${exactly(word)}"`);
  if (found) agent.effort = found;
  print(`Thinking: ${thinkingText(agent)}`);
}

async function resume(
  { controller, open, change }: CommandContext,
  session: string,
): Promise<void> {
  if (session === '') return open('resume');
  const dir = sessionsDir(homedir(), controller.agent.projectDir);
  const found = findSession(listSessions(dir), session);
  if (typeof found === 'string') throw new Error(found);
  await change(found.id);
}

async function compact({ controller, busy, print }: CommandContext, wishes: string): Promise<void> {
  await busy('making the conversation shorter', async (signal) => {
    const result = await controller.agent.compact(wishes || undefined, { signal });
    if (!result.done) print(`The conversation was not compacted: ${result.why}`);
  });
}

async function mcp(context: CommandContext, args: string): Promise<void> {
  const { controller, print, paint } = context;
  const [word, server] = args.split(/\s+/);
  if (word === 'reconnect' && server) return reconnect(context, server);
  if (args !== '') throw new Error('/mcp, or /mcp reconnect SERVER');
  const servers = controller.agent.mcp.servers();
  if (servers.length === 0) print('No MCP servers are configured. "wave mcp add" adds one.');
  else print(...servers.flatMap((one) => serverLines(one, paint)));
}

async function reconnect(context: CommandContext, server: string): Promise<void> {
  const { controller, busy, print, paint } = context;
  const what = `connecting to ${server}`;
  const connect = async (signal?: AbortSignal) => {
    const now = await Promise.race([controller.agent.mcp.reconnect(server), ...ends(signal)]);
    if (now === ENDED) print('Still connecting in the background; /mcp shows its state.');
    else if (now) print(...serverLines(now, paint));
    else throw new Error(`there is no server "${server}"; /mcp lists them`);
  };
  if (controller.store.get().busySince === undefined) return busy(what, connect);
  // The agent is at work, and the keys that interrupt are for that.
  print(`${what} …`);
  await connect();
}

const ENDED = Symbol('ended');

const ends = (signal: AbortSignal | undefined): Promise<typeof ENDED>[] =>
  signal ? [new Promise((resolve) => signal.addEventListener('abort', () => resolve(ENDED)))] : [];

function serverLines(
  { name, state, source, tools, reason }: McpServerState,
  paint: Paint,
): string[] {
  const role = state === 'ready' ? 'good' : state === 'failed' ? 'bad' : 'warn';
  return [
    `${paint(role, state)}  ${paint('strong', exactly(name))}  ${paint('quiet', exactPlace(source))}`,
    ...(reason ? [`  ${exactly(reason)}`] : []),
    ...(tools.length > 0 ? [`  ${tools.map(exactly).join(', ')}`] : []),
  ];
}

/** The modes in which a user goes round with Shift-Tab; the one without any question is not among them. */
export const MODES_IN_TURN: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan'];
