import { printable } from '../../cli/style.ts';
import type { Queued } from '../state/state.ts';
import { behind, type Canvas, clipped } from '../text/lines.ts';

/**
 * The prompts that wait, each whole; where there is less room, each in a line, and a part of them around the
 * picked one with how many there are. It is marked, and what keys do to it stands below.
 */
export function queuedLines(
  queued: readonly Queued[],
  picked: number | undefined,
  room: number,
  { paint, width }: Canvas,
): string[] {
  const [first] = queued;
  if (first === undefined) return [];
  const drawn = queued.map(({ id, text }) => {
    const mark = id === picked ? paint('accent', '❯ ') : '';
    return behind(`${mark}${paint('quiet', 'queued: ')}`, paint('quiet', printable(text)), width);
  });
  const hint = clipped(picked === undefined ? '  ↑ to edit or remove' : KEYS, width);
  const lines = [...drawn.flat(), paint('quiet', hint)];
  if (lines.length <= room) return lines;
  const at = Math.max(
    0,
    queued.findIndex(({ id }) => id === picked),
  );
  const short = queued.map(({ id, text }) => {
    const mark = id === picked ? paint('accent', '❯ ') : '';
    const line = clipped(`queued: ${printable(text)}`, width - (mark === '' ? 0 : 2));
    return mark + paint('quiet', line);
  });
  if (short.length < room) return [...short, paint('quiet', hint)];
  if (room >= LEAST_PART) {
    const rows = room - 2;
    const start = Math.min(Math.max(0, at - rows + 1), short.length - rows);
    const note = `  ${start + 1} to ${start + rows} of ${short.length} that wait`;
    return [
      ...short.slice(start, start + rows),
      ...[note, hint].map((line) => paint('quiet', line)),
    ];
  }
  const shown = queued[at] ?? first;
  const more = queued.length > 1 ? ` (${queued.length - 1} more)` : '';
  return [paint('quiet', clipped(`queued${more}: ${printable(shown.text)}`, width))];
}

/** Rows in which a part of them is worth more than a line that counts them. */
const LEAST_PART = 4;

const KEYS = '  Enter edits, Backspace removes, ↑ ↓ choose, Esc leaves';

/** Of so many rows the prompts that wait may take a third; without a prompt to type, one. */
export const queuedRoom = (rows: number): number => Math.max(1, Math.floor(rows / 3));
