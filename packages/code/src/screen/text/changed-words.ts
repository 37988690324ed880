import { diffWordsWithSpace } from 'diff';

export type Span = readonly [from: number, to: number];

/** Two lines, by their places, and the parts of each that the other does not have. */
export interface Replaced {
  readonly gone: number;
  readonly come: number;
  readonly words: Words;
}

interface Words {
  readonly from: readonly Span[];
  readonly to: readonly Span[];
  /** How many characters both have. */
  readonly same: number;
}

/** Beyond that many, looking for those that are alike takes too long. */
const MOST_PAIRS = 64;

/**
 * Which lines took the place of which: one by one where there are as many of both, else those that are alike,
 * in their order. What is too different has no partner.
 */
export function replacedBy(gone: readonly string[], come: readonly string[]): Replaced[] {
  if (gone.length === come.length)
    return gone.flatMap((from, at) => {
      const [to = ''] = come.slice(at, at + 1);
      const words = wordsOf(from, to);
      return words && words.same * 3 >= shorter(from, to) ? [{ gone: at, come: at, words }] : [];
    });
  return gone.length * come.length > MOST_PAIRS ? [] : alike(gone, come);
}

function alike(gone: readonly string[], come: readonly string[]): Replaced[] {
  let next = 0;
  return gone.flatMap((from, at) => {
    const near = come.flatMap((to, place) => {
      const words = place < next ? undefined : wordsOf(from, to);
      return words && words.same * 2 >= shorter(from, to) ? [{ gone: at, come: place, words }] : [];
    });
    const [best] = near.sort((a, b) => b.words.same - a.words.same);
    if (best) next = best.come + 1;
    return best ? [best] : [];
  });
}

const shorter = (from: string, to: string): number =>
  Math.min(from.trim().length, to.trim().length);

/** Longer lines are looked at as a whole. */
const LONGEST = 400;

function wordsOf(before: string, after: string): Words | undefined {
  if (Math.max(before.length, after.length) > LONGEST) return undefined;
  const [from, to]: [Span[], Span[]] = [[], []];
  let [old, now, same] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (added) to.push([now, now + value.length]);
    else if (removed) from.push([old, old + value.length]);
    else same += value.trim().length;
    if (!added) old += value.length;
    if (!removed) now += value.length;
  }
  return { from, to, same };
}
