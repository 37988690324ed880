import type { Agent } from 'wave-agent-sdk';
import { start } from 'wave-hooks';
import type { Item } from './state/item.ts';

/** How much of it the agent reads. */
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
  const text = bothStreams(`${stdout}`, `${stderr}`);
  const read = text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}\n[cut]` : text;
  return {
    item: { is: 'shell', head: `! ${command}  (${ended})`, text },
    note: `The user ran \`${command}\` in a shell (${ended}). It printed:\n${read || '(nothing)'}`,
  };
}

/** What one stream left without a line's end must not run into the other. */
export function bothStreams(stdout: string, stderr: string): string {
  const between = stdout === '' || stderr === '' || stdout.endsWith('\n') ? '' : '\n';
  return `${stdout}${between}${stderr}`.trimEnd();
}

const NOTE_HEAD = /^The user ran `[\s\S]*?` in a shell \([^)]*\)\. It printed:\n/;

/** What is said of a note to the agent: what is in it stands on the screen already. */
export const noteSummary = (text: string): string | undefined =>
  NOTE_HEAD.test(text) ? 'the agent reads it with your next prompt' : undefined;

/** A note of an earlier session, where what the command printed stands nowhere else. */
export function shownNote(text: string): Item | undefined {
  const [head] = NOTE_HEAD.exec(text) ?? [];
  return head === undefined
    ? undefined
    : { is: 'shell', head: head.trimEnd(), text: text.slice(head.length) };
}
