import type { Item } from '../state/item.ts';
import { type Place, START } from '../state/state.ts';
import type { Canvas } from '../text/lines.ts';
import { draw } from './item.ts';

/**
 * From where on things fill a screen of so many rows. What is further up has scrolled out of it, and is
 * the terminal's: it is neither drawn again nor taken from the user.
 */
export function lastScreen(items: readonly Item[], canvas: Canvas, rows: number): Place {
  let left = rows;
  for (let item = items.length - 1; item >= 0; item--) {
    const lines = linesOf(items[item] as Item, canvas).length;
    if (lines >= left) return { item, line: lines - left };
    left -= lines;
  }
  return START;
}

/** An item as it is printed, with the empty line behind it. */
export function linesOf(item: Item, canvas: Canvas): string[] {
  const lines = draw(item, canvas);
  return lines.length === 0 ? [] : [...lines, ''];
}

/**
 * Empties what can be seen. The scrollback stays: what is in it may be from before Wave. The first row is
 * erased by itself: tmux keeps a screen that is erased from there on in the scrollback.
 */
export const ERASE_SCREEN = '\u001b[H\u001b[2K\u001b[2H\u001b[J\u001b[H';

/** Lets all that can be seen scroll out of sight first, so that nothing of it is lost. */
export const scrolledAway = (rows: number): string => '\n'.repeat(rows) + ERASE_SCREEN;
