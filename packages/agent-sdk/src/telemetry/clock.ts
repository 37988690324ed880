/** Milliseconds since 1970, finer than `Date.now`, and never back: a span must not end before it begins. */
export type Clock = () => number;

/** The fine clock stands still while a machine sleeps; further off than this, it is set anew. */
const MOST_OFF_MS = 2;

let offset = 0;
let last = 0;

export const clock: Clock = () => {
  const fine = performance.timeOrigin + performance.now();
  const off = Date.now() - (fine + offset);
  if (Math.abs(off) > MOST_OFF_MS) offset += off;
  last = Math.max(last, fine + offset);
  return last;
};
