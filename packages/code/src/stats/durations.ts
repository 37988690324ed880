import { percentile } from '../cli/times.ts';

/** So many are kept as they are; more are counted in steps of 2 %, which takes no more room. */
const EXACT = 1_000;
const STEP = Math.log(1.02);

export interface Durations {
  add(ms: number): void;
  percentile(percent: number): number;
}

/** How long things took, in a bounded space. */
export function createDurations(): Durations {
  const exact: number[] = [];
  const steps = new Map<number, number>();
  let count = 0;
  const put = (ms: number) => {
    const step = Math.round(Math.log(Math.max(ms, 0.001)) / STEP);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  };
  return {
    add: (ms) => {
      count += 1;
      if (count <= EXACT) exact.push(ms);
      else put(ms);
      if (count !== EXACT + 1) return;
      exact.forEach(put);
      exact.length = 0;
    },
    percentile: (percent) =>
      count <= EXACT
        ? percentile(
            exact.toSorted((a, b) => a - b),
            percent,
          )
        : fromSteps(steps, Math.ceil((count * percent) / 100)),
  };
}

function fromSteps(steps: ReadonlyMap<number, number>, rank: number): number {
  let passed = 0;
  for (const [step, count] of [...steps].sort(([a], [b]) => a - b)) {
    passed += count;
    if (passed >= rank) return Math.exp(step * STEP);
  }
  return 0;
}
