import type { Key } from 'ink';

/** A list of things, each one line high or unfolded: which one is chosen, and the first line shown. */
export interface Folds {
  readonly at: number;
  readonly top: number;
}

/** How many lines each thing has, and how many there is room for. */
export interface Extent {
  readonly heights: readonly number[];
  readonly room: number;
}

type MoveKey = Partial<Pick<Key, 'upArrow' | 'downArrow' | 'pageUp' | 'pageDown' | 'home' | 'end'>>;

/**
 * Where a key leads. A page is moved within what is unfolded as long as it goes on there, and else
 * from thing to thing. Undefined for a key that moves nothing.
 */
export function moved(folds: Folds, key: MoveKey, extent: Extent): Folds | undefined {
  if (key.upArrow) return chosen(folds, folds.at - 1, extent);
  if (key.downArrow) return chosen(folds, folds.at + 1, extent);
  if (key.home) return chosen(folds, 0, extent);
  if (key.end) return chosen(folds, extent.heights.length - 1, extent);
  if (key.pageDown) return paged(folds, 1, extent);
  if (key.pageUp) return paged(folds, -1, extent);
  return undefined;
}

/** The same with the chosen thing in view: all of it, or its start. */
export function inView({ at, top }: Folds, { heights, room }: Extent): Folds {
  const start = startOf(at, heights);
  const end = start + (heights[at] ?? 0);
  const first = start < top ? start : end > top + room ? Math.min(start, end - room) : top;
  return { at, top: Math.max(0, Math.min(first, startOf(heights.length, heights) - room)) };
}

/** The thing that a line belongs to. */
export function thingAt(line: number, heights: readonly number[]): number {
  let end = 0;
  const at = heights.findIndex((height) => {
    end += height;
    return line < end;
  });
  return at === -1 ? heights.length - 1 : at;
}

export const startOf = (at: number, heights: readonly number[]): number =>
  heights.slice(0, at).reduce((sum, one) => sum + one, 0);

/** Which thing of how many is chosen. */
export const placeNote = (at: number, count: number): string =>
  `${(at + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`;

function chosen({ top }: Folds, to: number, extent: Extent): Folds {
  const at = Math.max(0, Math.min(extent.heights.length - 1, to));
  return inView({ at, top }, extent);
}

function paged(folds: Folds, by: 1 | -1, extent: Extent): Folds {
  const { heights, room } = extent;
  const start = startOf(folds.at, heights);
  const end = start + (heights[folds.at] ?? 0);
  // Two lines stay, so that the eye finds on.
  const step = Math.max(1, room - 2);
  if (by === 1 && end > folds.top + room)
    return { ...folds, top: Math.min(folds.top + step, end - room) };
  if (by === -1 && start < folds.top) return { ...folds, top: Math.max(folds.top - step, start) };
  const near = thingAt(by === 1 ? end - 1 + step : Math.max(0, start - step), heights);
  const to = near === folds.at ? folds.at + by : near;
  return by === 1 ? chosen(folds, to, extent) : fromItsEnd(folds, to, extent);
}

/** Whoever pages back comes to the end of a thing first. */
function fromItsEnd(folds: Folds, to: number, extent: Extent): Folds {
  const next = chosen(folds, to, extent);
  const { heights, room } = extent;
  const end = startOf(next.at + 1, heights);
  return (heights[next.at] ?? 0) > room ? { ...next, top: end - room } : next;
}
