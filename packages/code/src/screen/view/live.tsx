import { Text } from 'ink';
import { printable } from '../../cli/style.ts';
import { draw } from '../draw/item.ts';
import type { State } from '../state/state.ts';
import { type Canvas, wrapped } from '../text/lines.ts';
import { markdown } from '../text/markdown.ts';
import { useCanvas } from './parts/context.ts';

/** What may still change. It is never taller than its room: the terminal could not redraw it in place. */
export function Live({ state, room }: { state: State; room: number }) {
  const canvas = useCanvas();
  const lines = [
    ...state.open.flatMap((item) => [...draw(item, canvas), '']),
    ...streaming(state, canvas),
  ];
  if (lines.length === 0 || room < 2) return null;
  const shown =
    lines.length > room ? [canvas.paint('quiet', '…'), ...lines.slice(-room + 1)] : lines;
  return <Text>{shown.join('\n')}</Text>;
}

/** A longer part than this is code or a list that has no end yet: it is shown as it came. */
const MOST_CHARS = 8_000;

function streaming({ stream }: State, canvas: Canvas): string[] {
  const text = stream.text.slice(stream.printed);
  if (text.trim() === '') return [];
  if (text.length > MOST_CHARS)
    return printable(text.slice(-MOST_CHARS))
      .split('\n')
      .flatMap((line) => wrapped(line, canvas.width));
  return markdown(text, canvas);
}
