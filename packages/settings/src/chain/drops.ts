import { isObject } from '@wavehooks/hooks/vocabulary';

/** What rotations dropped of one chain. */
export interface Dropped {
  readonly chain: string;
  readonly from: number;
  readonly to: number;
}

/** All that rotations ever dropped. Each says it anew, because what an earlier one said is dropped as well. */
export interface Drops {
  /** Of chains that may go on. */
  readonly dropped: readonly Dropped[];
  /** How many records of chains that have ended and of which nothing is left. */
  readonly before: number;
}

/** What a note says; what cannot be read of it says nothing. */
export function readDrops(note: unknown): Drops {
  const { dropped, before } = isObject(note) ? note : {};
  return {
    dropped: Array.isArray(dropped) ? dropped.filter(isDropped) : [],
    before: typeof before === 'number' ? before : 0,
  };
}

const isDropped = (one: unknown): one is Dropped =>
  isObject(one) &&
  typeof one['chain'] === 'string' &&
  typeof one['from'] === 'number' &&
  typeof one['to'] === 'number';
