import { homedir } from 'node:os';
import {
  type Agent,
  EFFORTS,
  findSession,
  listSessions,
  type PermissionMode,
  sessionsDir,
} from '@wavehooks/agent-sdk';
import { exactly } from '../../cli/style.ts';
import type { CommandContext, ScreenCommand } from '../control/command.ts';
import { copyText } from '../terminal/calls.ts';
import { counted } from '../text/lines.ts';
import { context } from './context.ts';
import { definitionsCommand } from './definitions.ts';
import { diff } from './diff.ts';
import { exportConversation } from './export.ts';
import { helpLines } from './help.ts';
import { KEYS } from './keys.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { permissions } from './permissions.ts';
import { ps, stop, subagents } from './shells.ts';
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
    about: 'subagents at work with their calls; custom agents and where they come from',
    anytime: true,
    run: (context, name) => {
      if (name === '') subagents(context);
      return definitionsCommand('agent')(context, name);
    },
  },
  {
    name: 'skills',
    args: '[name]',
    about: 'skills: where each comes from, and whether it is on',
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
    name: 'add-dir',
    args: 'DIR',
    about: 'a directory that counts as the project in this session',
    anytime: true,
    run: addDirectory,
  },
  {
    name: 'mcp',
    args: '[reconnect | login | logout SERVER]',
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
    name: 'rewind',
    about: 'go back to an earlier prompt, as Esc Esc does; files stay unless you say so',
    anytime: false,
    run: ({ open }) => open('rewind'),
  },
  {
    name: 'diff',
    args: '[turn] [name]',
    about: 'what the session changed, or the last turn, file by file',
    anytime: true,
    run: diff,
  },
  {
    name: 'ps',
    args: '[ID]',
    about: 'commands in the background; with ID, the last of what it printed',
    anytime: true,
    run: ps,
  },
  {
    name: 'stop',
    args: '[ID]',
    about: 'end a command in the background',
    anytime: true,
    run: stop,
  },
  {
    name: 'memory',
    args: '[[user | project | local] TEXT]',
    about: 'the files that the agent follows; with TEXT, add a note',
    anytime: false,
    run: memory,
  },
  {
    name: 'paste',
    about: 'attach the image in the clipboard, as Ctrl-V does',
    anytime: true,
    run: paste,
  },
  { name: 'copy', about: 'copy the last answer to the clipboard', anytime: true, run: copy },
  {
    name: 'export',
    args: '[FILE]',
    about: 'write the conversation to a file, as markdown',
    anytime: true,
    run: exportConversation,
  },
  { name: 'status', about: 'model, session, hooks, tokens', anytime: true, run: status },
  { name: 'context', about: "what fills the model's window", anytime: true, run: context },
  { name: 'cost', about: 'the same as /status', anytime: true, run: status },
  { name: 'exit', about: 'leave', anytime: true, run: ({ leave }) => leave() },
  { name: 'quit', about: 'leave', anytime: true, run: ({ leave }) => leave() },
];

function help({ controller, print, paint }: CommandContext): void {
  print(...helpLines(COMMANDS, controller.agent.commands, KEYS, paint));
}

function model({ controller, print, open, chooseModel }: CommandContext, name: string): void {
  if (name === '') {
    open('model');
    return;
  }
  chooseModel(name);
  print(`The model is ${controller.agent.model} from now on.`);
}

function addDirectory({ controller, print }: CommandContext, dir: string): void {
  if (dir === '') throw new Error('/add-dir and a directory, as in /add-dir ../shared');
  controller.agent.addDirectory(dir.replace(/^~(?=\/|$)/, homedir()));
  print(`${exactly(dir)} counts as part of the project in this session.`);
}

async function paste({ controller, fill }: CommandContext): Promise<void> {
  const { marks, faults } = await controller.images.clipboard();
  if (faults.length > 0) throw new Error(faults.join('; '));
  fill(`${marks.join(' ')} `);
}

function copy({ controller, print }: CommandContext): void {
  const answers = controller.agent.messages.filter(({ role }) => role === 'assistant');
  const texts = answers.map(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.content] : [])).join('\n\n'),
  );
  const text = texts.findLast((one) => one.trim() !== '');
  if (text === undefined) throw new Error('There is no answer to copy yet.');
  process.stdout.write(copyText(text, process.env));
  print(`Copied the last answer (${counted(text.length, 'character')}).`);
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

/** The modes in which a user goes round with Shift-Tab; the one without any question is not among them. */
export const modesInTurn = ({ sandbox }: Pick<Agent, 'sandbox'>): readonly PermissionMode[] =>
  sandbox.available().ok
    ? ['default', 'acceptEdits', 'sandboxed', 'plan']
    : ['default', 'acceptEdits', 'plan'];
