import type { Agent } from 'wave-agent-sdk';
import { start } from 'wave-hooks';
import { printable } from '../cli/style.ts';
import { uncoloured } from './draw/lines.ts';
import type { Item } from './state/item.ts';

const MOST_CHARS = 30_000;

/** `!command`: the user's own command. No hook and no rule stands between users and their shell. */
export async function userShell(
  command: string,
  agent: Agent,
  signal: AbortSignal,
): Promise<{ item: Item; note: string }> {
  const handle = start({
    file: '/bin/sh',
    args: ['-c', command],
    cwd: agent.projectDir,
    env: process.env,
    stdin: Buffer.alloc(0),
    timeoutMs: 10 * 60_000,
    maxBytes: 1_000_000,
    signal,
  });
  const { outcome, stdout, stderr } = await handle.ended;
  const ended = outcome.is === 'exit' ? `exit ${outcome.code}` : outcome.is;
  const output = `${stdout}${stderr}`.trimEnd();
  const shown = output.length > MOST_CHARS ? `${output.slice(0, MOST_CHARS)}\n[cut]` : output;
  return {
    item: { is: 'output', lines: [`! ${printable(command)}  (${ended})`, ...lines(shown)] },
    note: `${NOTE_START}${command}\` in a shell (${ended}). It printed:\n${shown || '(nothing)'}`,
  };
}

const NOTE_START = 'The user ran `';

/** What is said of a note to the agent: what is in it stands on the screen already. */
export const noteSummary = (text: string): string | undefined =>
  text.startsWith(NOTE_START) && /` in a shell \([^)]*\)\. It printed:\n/.test(text)
    ? 'the agent reads it with your next prompt'
    : undefined;

const lines = (text: string) => (text === '' ? [] : printable(uncoloured(text)).split('\n'));
