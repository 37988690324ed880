import { render } from 'ink';
import type { JudgedItem } from 'wave-hooks';
import { ask } from '../cli/ask.ts';
import type { Io } from '../cli/command.ts';
import { counted } from './draw/lines.ts';
import type { Paint } from './draw/theme.ts';
import { INK } from './ink.ts';
import { PaintContext } from './view/context.ts';
import { itemLines, Review } from './view/review.tsx';

/** Before anything else: what this project would run on the user's machine. */
export async function askToApprove(
  items: readonly JudgedItem[],
  paint: Paint,
  plain: boolean,
  io: Io,
): Promise<'approved' | 'declined' | 'left'> {
  const title = `This project brings ${counted(items.length, 'thing')} that nobody has approved`;
  if (plain) {
    io.out(`${title}:\n\n${itemLines(items).join('\n')}\n`);
    return (await ask(io, 'Approve them as they are now?')) ? 'approved' : 'declined';
  }
  let answer: 'approved' | 'declined' | 'left' = 'left';
  const done = (given: typeof answer) => {
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
