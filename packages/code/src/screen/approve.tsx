import { createInterface } from 'node:readline/promises';
import { render } from 'ink';
import type { JudgedItem } from 'wave-settings';
import type { Io } from '../cli/command.ts';
import { printable } from '../cli/style.ts';
import { INK } from './ink.ts';
import { counted } from './text/lines.ts';
import type { Paint } from './text/theme.ts';
import { itemLines, Review } from './view/panels/review.tsx';
import { PaintContext } from './view/parts/context.ts';

type Answer = 'approved' | 'declined' | 'left';

/** Before anything else: what this project would run on the user's machine. */
export async function askToApprove(
  items: readonly JudgedItem[],
  paint: Paint,
  plain: boolean,
  io: Io,
): Promise<Answer> {
  const title = `This project has ${counted(items.length, 'item')} waiting for your approval`;
  if (plain) {
    io.out(`${title}:\n\n${itemLines(items).join('\n')}\n`);
    return askInLines(io);
  }
  let answer: Answer = 'left';
  const done = (given: Answer) => {
    answer = given;
    app.clear();
    app.unmount();
  };
  const app = render(
    <PaintContext value={paint}>
      <Review
        title={title}
        lines={itemLines(items)}
        accept="Approve them as they are now"
        keep="Continue without them"
        onAnswer={(accepted) => done(accepted ? 'approved' : 'declined')}
        onInterrupt={() => done('left')}
      />
    </PaintContext>,
    INK,
  );
  await app.waitUntilExit();
  return answer;
}

/** Only the whole word approves: a letter that was typed ahead, or came with a paste, does not. */
async function askInLines(io: Io): Promise<Answer> {
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
      const said = (await lines.question(QUESTION, { signal: leaving.signal }))
        .trim()
        .toLowerCase();
      if (said === 'approve') return 'approved';
      if (said === 'n' || said === 'no') return 'declined';
      io.out(`"${printable(said)}" is not one of the choices; nothing happened.\n`);
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

const QUESTION = 'Type approve to approve them as they are now, or n to continue without them: ';
