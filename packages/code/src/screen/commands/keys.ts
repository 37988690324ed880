import type { HelpRow } from './help.ts';

/** The keys as /help lists them. */
export const KEYS: readonly HelpRow[] = [
  ['?', 'the keys, in an empty input'],
  ['Enter', 'send; Shift-Enter, Alt-Enter, Ctrl-J, or \\ before it begin a new line'],
  ['Esc', 'interrupt the agent'],
  ['Esc Esc', 'go back to an earlier prompt'],
  ['Ctrl-C', 'interrupt, empty the input, and twice: leave'],
  ['Ctrl-D', 'leave, where nothing is typed'],
  ['Ctrl-Z', 'back to the shell; fg returns'],
  ['Ctrl-O', 'everything in full: tool calls, hook runs with what they printed'],
  ['Ctrl-B', 'send the running command to the background; /ps lists them'],
  ['Shift-Tab', 'next permission mode'],
  ['↑ ↓', 'what you sent before'],
  ['Ctrl-R', 'search what you sent before'],
  ['Ctrl-G', 'write the prompt in your editor ($VISUAL or $EDITOR); Ctrl-X Ctrl-E too'],
  ['Ctrl-K, Ctrl-U', 'delete to the end or the start of the line'],
  ['Ctrl-W, Alt-D', 'delete the word before or behind the cursor'],
  ['Ctrl-Y', 'bring back what these deleted last'],
  ['Ctrl-_', 'undo the last change of the input'],
  ['@path', 'name a file, or an image; Tab completes'],
  ['Ctrl-V', 'attach the image in the clipboard; a dropped or pasted path of one does the same'],
  ['!command', 'run it in your own shell; the agent reads what it printed'],
  ['#text', 'add a note to AGENTS.local.md'],
];
