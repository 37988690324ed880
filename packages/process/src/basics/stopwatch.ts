/**
 * Milliseconds of a clock that never goes back. It is the one of `performance`, which a start would have to load
 * first, with all that measures beside it.
 */
export function clock(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Milliseconds since its start, with two digits. */
export function stopwatch(): () => number {
  const began = clock();
  return () => Math.round((clock() - began) * 100) / 100;
}
