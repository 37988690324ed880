import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `end` when somebody wants us gone, then goes with the exit code that says so; with `leave` false
 * it is left to the caller to go, and only a second signal goes at once.
 */
export function onInterrupt(
  end: () => Promise<void>,
  { leave: leaves = true }: { leave?: boolean } = {},
): () => void {
  const handlers = SIGNALS.map((signal) => {
    const handle = () => {
      const leave = () => process.exit(128 + constants.signals[signal]);
      if (leaves) end().then(leave, leave);
      else void end();
    };
    process.once(signal, handle);
    return { signal, handle };
  });
  return () => {
    for (const { signal, handle } of handlers) process.off(signal, handle);
  };
}
