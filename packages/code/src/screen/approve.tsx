import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import { type ClaudeFile, claudeCounts } from '@wavehooks/settings';
import { render } from 'ink';
import type { Io } from '../cli/command.ts';
import { exactPlace, printable } from '../cli/style.ts';
import { waitingLines } from './hooks/hook-lines.ts';
import { INK } from './ink.ts';
import type { Waiting } from './start/open-agent.ts';
import { counted } from './text/lines.ts';
import type { Paint } from './text/theme.ts';
import { Review } from './view/panels/review.tsx';
import { PaintContext, StrayContext } from './view/parts/context.ts';
import { Keys } from './view/parts/keys.tsx';

type Answer = 'approved' | 'declined' | 'left';

/** Something to say yes or no to before the screen opens. */
interface Question {
  readonly title: string;
  readonly lines: readonly string[];
  readonly accept: string;
  readonly keep: string;
  /** In the plain mode only this whole word says yes. */
  readonly word: string;
}

/**
 * Before anything else: what this project would run on the user's machine. What was approved before is
 * shown by what changed in it, as /hooks shows it.
 */
export const approving = ({ items, gone, projectDir }: Waiting, paint: Paint): Question => ({
  title: `This project has ${counted(items.length, 'item')} waiting for your approval`,
  lines: waitingLines(items, gone, { home: homedir(), projectDir }, paint),
  accept: items.length === 1 ? 'Approve it' : 'Approve them',
  keep: 'Continue without them',
  word: 'approve',
});

/** Once: whether Claude Code's files are to be read where they are. */
export const reading = (files: readonly ClaudeFile[]): Question => ({
  title: `Claude Code has ${claudeCounts(files)} here. Should Wave read them, too?`,
  lines: [
    ...files.map((one) => `${exactPlace(one.file)}  ${claudeCounts([one])}`),
    '',
    'Wave copies nothing. What a project brings still waits for your approval.',
    '"wave hooks claude-code on" or "off" changes your answer.',
  ],
  accept: 'Read them, here and in every project',
  keep: 'Leave them off',
  word: 'read',
});

/** Without keys that come one by one, it asks in lines. */
export async function askFirst(
  question: Question,
  paint: Paint,
  keys: ReadStream | undefined,
  io: Io,
): Promise<Answer> {
  const { title, lines, accept, keep } = question;
  if (!keys) {
    const isLong = lines.length > MOST_LINES;
    const text = `${lines.join('\n')}\n`;
    const end = title.endsWith('?') ? '' : isLong ? `, ${lines.length} lines.` : ':';
    io.out(`${title}${end}\n${isLong ? '' : `\n${text}`}`);
    return askInLines(question, isLong ? text : undefined, io);
  }
  let answer: Answer = 'left';
  let stray = '';
  const done = (given: Answer) => {
    answer = given;
    app.clear();
    app.unmount();
  };
  const app = render(
    <PaintContext value={paint}>
      <StrayContext
        value={(text) => {
          stray += text;
        }}
      >
        <Keys>
          <Review
            title={title}
            lines={lines}
            accept={accept}
            keep={keep}
            onAnswer={(accepted) => done(accepted ? 'approved' : 'declined')}
            onInterrupt={() => done('left')}
          />
        </Keys>
      </StrayContext>
    </PaintContext>,
    { ...INK, stdin: keys },
  );
  await app.waitUntilExit();
  // It was meant for the input, which comes now.
  if (stray !== '') keys.unshift(stray, 'utf8');
  return answer;
}

/** Nobody wants to hear more than this before a question. */
const MOST_LINES = 200;

/**
 * Only the whole word approves: a letter that was typed ahead, or came with a paste, does not. What is
 * `unseen` has to be shown first.
 */
async function askInLines(
  { word, accept, keep }: Question,
  unseen: string | undefined,
  io: Io,
): Promise<Answer> {
  let left = unseen;
  const text = () =>
    left === undefined
      ? `Type ${word} to ${lowered(accept)}, or n to ${lowered(keep)}: `
      : `Type show to see what you would approve, or n to ${lowered(keep)}: `;
  const { stdin: input, stdout: output } = process;
  // A terminal that understands no sequences edits the line itself.
  const terminal = output.isTTY && process.env['TERM'] !== 'dumb';
  const lines = createInterface({ input, output, terminal });
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  lines.on('SIGINT', leave);
  process.on('SIGINT', leave);
  // Nothing more can be typed then.
  input.once('end', leave);
  try {
    for (;;) {
      const said = (await lines.question(text(), { signal: leaving.signal })).trim().toLowerCase();
      if (said === word && left === undefined) return 'approved';
      if (said === 'n' || said === 'no') return 'declined';
      if (said === 'show' && left !== undefined) {
        io.out(left);
        left = undefined;
      } else io.out(`"${printable(said)}" is not one of the choices; nothing happened.\n`);
    }
  } catch {
    io.out('\n');
    return leaving.signal.aborted ? 'left' : 'declined';
  } finally {
    process.off('SIGINT', leave);
    input.off('end', leave);
    lines.close();
  }
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
