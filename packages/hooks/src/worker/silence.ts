/** Tells a worker that is stuck from one that is only slow. Events are numbered as they are asked. */
export interface Silence {
  /** It said something. `last` is the latest event asked. */
  heard(last: number): void;
  /** An event had no answer in time. Whether it is stuck; `oldest` is the first that still waits. */
  missed(event: number, last: number, oldest: number | undefined): boolean;
}

/** So many time-outs with no line in between, and it is taken for stuck. */
export const STUCK_AFTER = 2;
/** Before its first line it may still be loading: for so long it is not. */
const LOADING_MS = 60_000;

export function openSilence(): Silence {
  let mayLoadUntil = performance.now() + LOADING_MS;
  let heardAt = 0;
  let misses = 0;
  let missedAt = 0;
  return {
    heard: (last) => {
      mayLoadUntil = 0;
      heardAt = last;
      misses = 0;
    },
    missed: (event, last, oldest = Number.POSITIVE_INFINITY) => {
      // It said something while this one waited: it works through others.
      if (event <= heardAt) return false;
      if (misses === 0) missedAt = last;
      misses += 1;
      // Whoever was there at the first miss keeps the time that it was given.
      const allHadTheirTime = oldest > missedAt;
      return misses >= STUCK_AFTER && allHadTheirTime && performance.now() > mayLoadUntil;
    },
  };
}
