/** How a call runs beside others of its batch. */
export type Lane =
  /** Beside all that read. */
  | 'free'
  /** A process that only reads: so many of them at once. */
  | 'process'
  /** Nothing else runs meanwhile. */
  | 'alone';

/** Where calls of a batch wait until they may run. The one that came first goes first. */
export interface Lanes {
  run<T>(lane: Lane, work: () => Promise<T>): Promise<T>;
}

export function createLanes(processes: number): Lanes {
  const running = { free: 0, process: 0, alone: 0 };
  const waiting: { readonly lane: Lane; readonly go: () => void }[] = [];
  const may: Readonly<Record<Lane, () => boolean>> = {
    free: () => running.alone === 0,
    process: () => running.alone === 0 && running.process < processes,
    alone: () => running.alone + running.free + running.process === 0,
  };
  const next = () => {
    for (let first = waiting[0]; first && may[first.lane](); first = waiting[0]) {
      waiting.shift();
      running[first.lane]++;
      first.go();
    }
  };
  return {
    run: async (lane, work) => {
      await new Promise<void>((resolve) => {
        waiting.push({ lane, go: resolve });
        next();
      });
      try {
        return await work();
      } finally {
        running[lane]--;
        next();
      }
    },
  };
}
