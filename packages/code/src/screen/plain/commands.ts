import { COMMANDS } from '../commands/commands.ts';
import { type HelpRow, helpLines } from '../commands/help.ts';
import { runFrom } from '../commands/run-command.ts';
import { anytime, atRest, type CommandFor } from '../control/command.ts';
import { details, earlier } from './details.ts';
import { hooks } from './hooks.ts';
import { model, queue, resume, rewind, undo } from './panels.ts';
import { CANVAS, type Desk } from './questions/desk.ts';

/** THE TABLE of commands that the plain mode has in its own way; the others are those of the screen. */
const PLAIN: readonly CommandFor<Desk>[] = [
  anytime('help', 'what you can type', help),
  anytime(
    'hooks [show NAME | on NAME | off NAME | explain TOOL | review]',
    'the hooks in force; one of them; which fire for a tool; what changed on disk',
    hooks,
  ),
  anytime(
    'details [N]',
    'the last step in full, or the last N: hook runs with their output',
    details,
  ),
  anytime('earlier [N]', 'what a resumed conversation had before, or the last N of it', earlier),
  atRest('model [name]', 'choose the model', model),
  atRest('resume [session]', 'resume an earlier session', resume),
  anytime('queue', 'what waits while the agent works; take one back to edit it', queue),
  atRest('undo', 'go back to before a prompt: files and conversation', undo),
  atRest('rewind', 'go back to an earlier prompt; files stay unless you say so', rewind),
  anytime('theme', 'the plain mode has no colours', onScreen),
  anytime('vim', "vim's keys are for the screen", onScreen),
];

/** False for any other name. */
export function runPlainCommand(desk: Desk, text: string): boolean {
  const [, name = '', words = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  const isRun = runFrom(PLAIN, desk, name, words.trim());
  if (isRun) desk.controller.history.add(text.trim());
  return isRun;
}

function onScreen({ print }: Desk): void {
  print('The plain mode does not have that.');
}

const OWN = COMMANDS.filter(({ name }) => !PLAIN.some((one) => one.name === name));

/** Everything that can be typed here. */
export const PLAIN_NAMES: readonly string[] = [...PLAIN, ...OWN].map(({ name }) => name);

function help({ controller, print }: Desk): void {
  print(...helpLines([...PLAIN, ...OWN], controller.agent.commands, KEYS, CANVAS.paint));
}

const KEYS: readonly HelpRow[] = [
  ['Enter', 'send; a paste of several lines is one text in the line'],
  ['Ctrl-C', 'interrupt, empty the line, and twice: leave'],
  ['Ctrl-D', 'leave, where nothing is typed'],
  ['Ctrl-Z', 'back to the shell; fg returns'],
  ['↑ ↓', 'what you sent before'],
  ['Ctrl-R', 'what you sent before that has in it what you typed; again: further back'],
  ['Ctrl-G', 'write the prompt in your editor ($VISUAL or $EDITOR)'],
  ['Ctrl-Y, Ctrl-_', 'bring back what Ctrl-K, Ctrl-U, Ctrl-W or Alt-D deleted; undo'],
  ['@path', 'name a file'],
  ['!command', 'run it in your own shell; the agent reads what it printed'],
  ['#text', 'add a note to AGENTS.local.md'],
];
