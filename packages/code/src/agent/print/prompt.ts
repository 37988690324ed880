import { existsSync } from 'node:fs';
import { type Agent, ExpansionBlocked, type ImageBlock } from '@wavehooks/agent-sdk';
import { FIRST_BYTE_MS, type Io, UsageError } from '../../cli/command.ts';
import { noSlashCommand } from '../../cli/slash.ts';
import { USAGE } from '../open/options.ts';

/** What was asked for: the prompt, what was piped in beside it, and what there is to tell about that. */
export interface Given {
  readonly prompt: string;
  readonly piped: string;
  readonly warning?: string;
  readonly images?: readonly ImageBlock[];
}

/** The prompt, or all of stdin in its place; beside a prompt, what comes on stdin belongs to it. */
export async function readPrompt(given: string | undefined, io: Io): Promise<Given> {
  const prompt = (given ?? (io.stdinIsTerminal() ? '' : await io.readStdin())).trim();
  if (prompt === '') throw new UsageError(`no prompt: give one after -p or on stdin\n\n${USAGE}`);
  if (given === undefined || io.stdinIsTerminal()) return { prompt, piped: '' };
  const piped = await io.readPiped(FIRST_BYTE_MS);
  if (piped === undefined) return { prompt, piped: '', warning: NOTHING_CAME };
  return { prompt, piped: piped.trimEnd() };
}

const NOTHING_CAME = `stdin is open, but nothing came within ${FIRST_BYTE_MS / 1000} s: the prompt goes without it. With "< /dev/null" nothing is waited for.`;

/** A command's name stands for its prompt; what was piped in follows. */
export async function wholePrompt(
  agent: Agent,
  { prompt, piped }: Given,
  signal: AbortSignal,
): Promise<string> {
  const expanded = await expand(agent, prompt, signal);
  return piped === '' ? expanded : `${expanded}\n\n${piped}`;
}

async function expand(agent: Agent, prompt: string, signal: AbortSignal): Promise<string> {
  try {
    const kept = await agent.expand(prompt, { signal });
    if (kept !== undefined) return kept;
  } catch (error) {
    // The turn that follows has not begun when it ends: nothing is sent.
    if (signal.aborted) return prompt;
    // No fault of whoever typed it: the turn ends as with a prompt that a hook blocked.
    if (error instanceof ExpansionBlocked) throw error;
    throw new UsageError((error as Error).message);
  }
  const fault = commandFault(
    prompt,
    agent.commands.map(({ name }) => name),
  );
  if (fault !== undefined) throw new UsageError(fault);
  return prompt;
}

/** The commands of the screen. A test holds the list against the screen's own. */
export const SCREEN_COMMANDS: readonly string[] = [
  'help',
  'hooks',
  'agents',
  'skills',
  'clear',
  'model',
  'think',
  'permissions',
  'add-dir',
  'mcp',
  'resume',
  'compact',
  'undo',
  'rewind',
  'diff',
  'ps',
  'stop',
  'memory',
  'paste',
  'copy',
  'export',
  'status',
  'context',
  'cost',
  'theme',
  'vim',
  'exit',
  'quit',
];

/** An unknown command would go to the model as a bare name. A path is a path. */
function commandFault(prompt: string, kept: readonly string[]): string | undefined {
  const [, name] = /^\/([\w:.-]+)(?:\s|$)/.exec(prompt) ?? [];
  if (name === undefined) return undefined;
  if (SCREEN_COMMANDS.includes(name))
    return `/${name} is a command of the screen: start "wave" or "wave resume" and type it there`;
  if (existsSync(`/${name}`)) return undefined;
  const fault = noSlashCommand(name, [...kept, ...SCREEN_COMMANDS]);
  return `${fault} (to send it as text, put a word in front)`;
}
