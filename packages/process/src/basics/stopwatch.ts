/** Milliseconds since its start, with two digits. */
export function stopwatch(): () => number {
  const began = performance.now();
  return () => Math.round((performance.now() - began) * 100) / 100;
}
