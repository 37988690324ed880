import type { Item } from './item.ts';
import type { State } from './state.ts';

export const isFinished = (item: Item): boolean => item.is !== 'tool' || item.block.stage === 'end';

/** Prints from the front as far as things have come to their end. */
export function settled(state: State, mayGo: (item: Item) => boolean): State {
  const stays = state.open.findIndex((item) => !mayGo(item));
  const count = stays === -1 ? state.open.length : stays;
  if (count === 0) return state;
  return {
    ...state,
    printed: [...state.printed, ...state.open.slice(0, count)],
    open: state.open.slice(count),
  };
}
