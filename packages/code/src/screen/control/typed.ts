import type { Agent } from '@wavehooks/agent-sdk';

/** A text that names a command, as all do that begin with a slash and a word. */
export function commandIn(text: string): { name: string; args: string } | undefined {
  const word = WORDS[text.trim()];
  if (word) return { name: word, args: '' };
  const note = noteIn(text.trim());
  if (note !== undefined) return { name: 'memory', args: `local ${note}` };
  const [, name, args = ''] = /^\/([\w:.-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, args: args.trim() };
}

/** What people type who expect it to be a command. */
const WORDS: Readonly<Record<string, string>> = { exit: 'exit', quit: 'exit', '?': 'help' };

/** `#text` in one line is something to remember. `#123` is an issue, and `##` a heading. */
const noteIn = (text: string): string | undefined => /^#(?!\d|#)\s*(\S.*)$/.exec(text)?.[1];

/** Which prompts a server has is the server's to say, and it may take a while. */
export const isKnown = (name: string, { commands }: Agent): boolean =>
  name.startsWith('mcp__') || commands.some((one) => one.name === name);
