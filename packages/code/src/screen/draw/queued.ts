import { printable } from '../../cli/style.ts';
import type { Queued } from '../state/state.ts';
import { behind, type Canvas, clipped } from '../text/lines.ts';

/**
 * The prompts that wait, each whole, as far as there is room; where there is none, one line says how many
 * there are. The picked one is marked, and what keys do to it stands below.
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
  const hint = clipped(picked === undefined ? '  ↑ edits or takes back' : KEYS, width);
  const lines = [...drawn.flat(), paint('quiet', hint)];
  if (lines.length <= room) return lines;
  const at = Math.max(
    0,
    queued.findIndex(({ id }) => id === picked),
  );
  const shown = queued[at] ?? first;
  const more = queued.length > 1 ? ` (${queued.length - 1} more)` : '';
  return [paint('quiet', clipped(`queued${more}: ${printable(shown.text)}`, width))];
}

const KEYS = '  Enter edits, Backspace takes back, ↑ ↓ choose, Esc leaves';

/** Of so many rows the prompts that wait may take a third; without a prompt to type, one. */
export const queuedRoom = (rows: number): number => Math.max(1, Math.floor(rows / 3));
