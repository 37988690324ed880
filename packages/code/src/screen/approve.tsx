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
): Promise<boolean> {
  const title = `This project brings ${counted(items.length, 'thing')} that nobody has approved`;
  if (plain) {
    io.out(`${title}:\n\n${itemLines(items).join('\n')}\n`);
    return ask(io, 'Approve them as they are now?');
  }
  let accepted = false;
  const app = render(
    <PaintContext value={paint}>
      <Review
        title={title}
        lines={itemLines(items)}
        accept="Approve them as they are now"
        keep="Go on without them"
        onAnswer={(answer) => {
          accepted = answer;
          app.clear();
          app.unmount();
        }}
      />
    </PaintContext>,
    INK,
  );
  await app.waitUntilExit();
  return accepted;
}
