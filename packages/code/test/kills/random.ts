/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `n`. */
  below(n: number): number;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: 32 bits of state are plenty to choose moments and moves. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    pick: (from) => {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    },
  };
}
