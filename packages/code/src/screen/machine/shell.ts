import {
  type Agent,
  type CommandOutput,
  commandOutput,
  type UserCommand,
} from '@wavehooks/agent-sdk';
import { type Outcome, start } from '@wavehooks/process';
import type { Item } from '../state/item.ts';
import { counted } from '../text/lines.ts';

/** How much of it the agent reads. */
const MOST_CHARS = 30_000;
/** How much of it stays on the screen and in the details. */
const MOST_SHOWN = 1_000_000;
/** How much of each stream is looked at: what comes behind that goes by unseen. */
const MOST_BYTES = 32_000_000;
const MINUTES = 10;

/** What a command of the user came to. */
export interface UserRan {
  readonly item: Item;
  /** What hooks see of it, and what they may rewrite before the agent reads it. */
  readonly ran: UserCommand;
  readonly note: (output: string) => string;
  /** The line of the note that says what was run and how it ended. */
  readonly head: string;
}

/**
 * `!command`: the user's own command. No hook and no rule stands between users and their shell; the sandbox of
 * the session does.
 */
export async function userShell(
  command: string,
  agent: Pick<Agent, 'projectDir' | 'shellVariables' | 'commandBox'>,
  signal: AbortSignal,
  onOutput: (output: CommandOutput) => void = () => {},
): Promise<UserRan> {
  const box = agent.commandBox;
  const sandbox = box.profile === 'off' ? undefined : await box.plan([]);
  if (sandbox && 'fault' in sandbox)
    throw new Error(`nothing was run: commands run in a sandbox now, and ${sandbox.fault}`);
  const handle = start({
    file: '/bin/sh',
    args: ['-c', command],
    cwd: agent.projectDir,
    env: { ...process.env, ...agent.shellVariables },
    stdin: Buffer.alloc(0),
    timeoutMs: MINUTES * 60_000,
    maxBytes: MOST_BYTES,
    signal,
    sandbox,
    ...commandOutput({ output: onOutput }),
  });
  const { outcome, stdout, stderr } = await handle.ended;
  const text = bothStreams(`${stdout}`, `${stderr}`);
  const [shown, read] = [headAndTail(text, MOST_SHOWN), headAndTail(text, MOST_CHARS)];
  const inside = sandbox ? [`in the sandbox, ${sandbox.profile}`] : [];
  const ended = (left: string) => [endOf(outcome), ...inside, ...(left ? [left] : [])].join('; ');
  const head = `The user ran \`${command}\` in a shell (${ended(read.left)}). It printed:`;
  return {
    item: {
      is: 'shell',
      head: `! ${command}  (${ended(shown.left)})`,
      text: shown.text,
      ...(isDone(outcome) ? {} : { failed: true }),
    },
    ran: {
      command,
      output: read.text,
      ...(outcome.is === 'exit' ? { exitCode: outcome.code } : {}),
    },
    note: (output) => `${head}\n${output || '(nothing)'}`,
    head,
  };
}

const isDone = (outcome: Outcome) => outcome.is === 'exit' && outcome.code === 0;

function endOf(outcome: Outcome): string {
  if (outcome.is === 'exit') return `exit ${outcome.code}`;
  if (outcome.is === 'timeout') return `ended after ${MINUTES} minutes`;
  return outcome.is === 'cut'
    ? `done, but it printed more than ${MOST_BYTES / 1_000_000} MB: the end of it and the exit code are not known`
    : outcome.is;
}

/** Both ends of a text that is too long, with a line between them that says what is missing. */
export function headAndTail(text: string, most: number): { text: string; left: string } {
  if (text.length <= most) return { text, left: '' };
  // Where a line ends, unless that would leave much less than there is room for.
  const half = most / 2;
  const lineEnd = text.lastIndexOf('\n', half) + 1;
  const lineStart = text.indexOf('\n', text.length - half) + 1;
  const end = lineEnd >= half / 2 ? lineEnd : half;
  const isLate = lineStart === 0 || text.length - lineStart < half / 2;
  const from = isLate ? text.length - half : lineStart;
  const lines = text.slice(end, from).split('\n').length - 1;
  const left = `${lines > 0 ? counted(lines, 'line') : counted(from - end, 'character')} left out`;
  const head = text.slice(0, end).replace(/\n$/, '');
  return { text: `${head}\n[… ${left}]\n${text.slice(from)}`.toWellFormed(), left };
}

/** What one stream left without a line's end must not run into the other. */
export function bothStreams(stdout: string, stderr: string): string {
  const between = stdout === '' || stderr === '' || stdout.endsWith('\n') ? '' : '\n';
  return `${stdout}${between}${stderr}`.trimEnd();
}

/** A note of an earlier session, where what the command printed stands nowhere else. */
export const shownNote = (head: string, note: string): Item => ({
  is: 'shell',
  head,
  text: note.slice(head.length + 1),
});
