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
import {
  anytime,
  atRest,
  type CommandContext,
  type PanelName,
  type ScreenCommand,
} from '../control/command.ts';
import { copyText } from '../terminal/calls.ts';
import { counted } from '../text/lines.ts';
import { isTheme, THEMES } from '../text/theme.ts';
import { definitionsCommand } from './definitions.ts';
import { diff } from './diff.ts';
import { exportConversation } from './export.ts';
import { helpLines } from './help.ts';
import { KEYS } from './keys.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { permissions } from './permissions.ts';
import { ps, stop, subagents } from './shells.ts';
import { context, status, thinkingText } from './status.ts';

/** THE TABLE of commands. */
export const COMMANDS: readonly ScreenCommand[] = [
  anytime('help', 'what you can type', help),
  anytime('hooks', 'the hooks in force: state, last runs, review of changes', opens('hooks')),
  anytime('agents [name]', 'subagents at work with their calls; custom agents', agents),
  anytime(
    'skills [name]',
    'where each comes from, and whether it is on',
    definitionsCommand('skill'),
  ),
  atRest('clear', 'begin a new conversation', ({ change }) => change(undefined)),
  atRest('model [name]', 'choose the model', model),
  anytime(`think [${EFFORTS.join(' | ')}]`, 'how much the model thinks before it answers', think),
  anytime(
    'permissions [MODE | allow RULE | remove N]',
    'show or change mode and rules',
    permissions,
  ),
  anytime('add-dir DIR', 'a directory that counts as the project in this session', addDirectory),
  anytime('mcp [reconnect | login | logout SERVER]', 'MCP servers and their tools', mcp),
  atRest('resume [session]', 'resume an earlier session', resume),
  atRest('compact [wishes]', 'make the conversation shorter for the model', compact),
  atRest('undo', 'go back to before a prompt: files and conversation', opens('undo')),
  atRest('rewind', 'go back to an earlier prompt, as Esc Esc does', opens('rewind')),
  anytime('diff [turn] [name]', 'what the session changed, or the last turn, file by file', diff),
  anytime('ps [ID]', 'commands in the background; with ID, the last of what it printed', ps),
  anytime('stop [ID]', 'end a command in the background', stop),
  atRest('memory [[user | project | local] TEXT]', 'the files that the agent follows', memory),
  anytime('paste', 'attach the image in the clipboard, as Ctrl-V does', paste),
  anytime('copy', 'copy the last answer to the clipboard', copy),
  anytime('export [FILE]', 'write the conversation to a file, as markdown', exportConversation),
  anytime('status', 'model, session, hooks, tokens', status),
  anytime('context', "what fills the model's window", context),
  anytime('cost', 'the same as /status', status),
  anytime('theme [name]', 'the colours, with a preview', theme),
  anytime('vim', "vim's keys in the input, on or off", vim),
  anytime('exit', 'leave', ({ leave }) => leave()),
  anytime('quit', 'leave', ({ leave }) => leave()),
];

function opens(panel: PanelName): ScreenCommand['run'] {
  return ({ open }) => open(panel);
}

function agents(context: CommandContext, name: string): void {
  if (name === '') subagents(context);
  definitionsCommand('agent')(context, name);
}

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

function theme({ open, chooseTheme, print }: CommandContext, name: string): void {
  if (name === '') {
    open('theme');
    return;
  }
  if (!isTheme(name)) throw new Error(`themes are ${Object.keys(THEMES).join(', ')}, none`);
  chooseTheme(name);
  print(`The theme is ${name} from now on.`);
}

function vim({ controller: { agent, store }, print }: CommandContext): void {
  const on = !store.get().vim;
  store.dispatch({ is: 'vim', on });
  agent.hooks.setField('editorMode', on ? 'vim' : 'emacs');
  print(on ? 'Vim keys are on: Esc for normal mode, i to type.' : 'Vim keys are off.');
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
