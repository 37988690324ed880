import { printable } from '../../cli/style.ts';
import type { Queued } from '../state/state.ts';
import { type Canvas, clipped, joined } from '../text/lines.ts';

/** The prompts that wait, each in a line, around the picked one where there is less room; below it, what keys do to it. */
export function queuedLines(
  queued: readonly Queued[],
  picked: number | undefined,
  room: number,
  { paint, width }: Canvas,
): string[] {
  const at = queued.findIndex(({ id }) => id === picked);
  const rows = Math.max(1, Math.min(queued.length, room - 1));
  const start = Math.max(0, Math.min(at - rows + 1, queued.length - rows));
  const shown = queued.slice(start, start + rows);
  const more = queued.length - rows;
  const lines = shown.map(({ id, text }) => {
    const line = `queued${more > 0 && room < 2 ? ` (${more} more)` : ''}: ${joined(printable(text))}`;
    const mark = id === picked ? paint('accent', '❯ ') : '';
    return mark + paint('quiet', clipped(line, width - (mark === '' ? 0 : 2)));
  });
  const hint = `${more > 0 ? `${more} more; ` : ''}${at === -1 ? '↑ to edit or remove' : KEYS}`;
  return lines.length > 0 && room > 1
    ? [...lines, paint('quiet', `  ${clipped(hint, width - 2)}`)]
    : lines;
}

const KEYS = 'Enter edits, Backspace removes, ↑ ↓ choose, Esc leaves';

/** Of so many rows the prompts that wait may take a third; without a prompt to type, one. */
export const queuedRoom = (rows: number): number => Math.max(1, Math.floor(rows / 3));
