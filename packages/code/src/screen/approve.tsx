import { createInterface } from 'node:readline/promises';
import { render } from 'ink';
import type { JudgedItem } from 'wave-hooks';
import type { Io } from '../cli/command.ts';
import { printable } from '../cli/style.ts';
import { counted } from './draw/lines.ts';
import type { Paint } from './draw/theme.ts';
import { INK } from './ink.ts';
import { PaintContext } from './view/context.ts';
import { itemLines, Review } from './view/review.tsx';

type Answer = 'approved' | 'declined' | 'left';

/** Before anything else: what this project would run on the user's machine. */
export async function askToApprove(
  items: readonly JudgedItem[],
  paint: Paint,
  plain: boolean,
  io: Io,
): Promise<Answer> {
  const title = `This project brings ${counted(items.length, 'thing')} that nobody has approved`;
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
        keep="Go on without them"
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
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const leaving = new AbortController();
  lines.on('SIGINT', () => leaving.abort());
  try {
    for (;;) {
      const said = (await lines.question(QUESTION, { signal: leaving.signal }))
        .trim()
        .toLowerCase();
      if (said === 'approve') return 'approved';
      if (said === 'n' || said === 'no') return 'declined';
      io.out(`"${printable(said)}" is no answer: nothing happened.\n`);
    }
  } catch {
    io.out('\n');
    return leaving.signal.aborted ? 'left' : 'declined';
  } finally {
    lines.close();
  }
}

const QUESTION = 'Type approve to approve them as they are now, or n to go on without them: ';
