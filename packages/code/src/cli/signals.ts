import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `end` when somebody wants us gone, then goes with the exit code that says so. */
export function onInterrupt(end: () => Promise<void>): () => void {
  const handlers = SIGNALS.map((signal) => {
    const handle = () => {
      const leave = () => process.exit(128 + constants.signals[signal]);
      end().then(leave, leave);
    };
    process.once(signal, handle);
    return { signal, handle };
  });
  return () => {
    for (const { signal, handle } of handlers) process.off(signal, handle);
  };
}
