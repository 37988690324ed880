import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `end` when somebody wants us gone, then goes with the exit code that says so; with `leave` false
 * it is left to the caller to go with that code, and only a second signal goes at once.
 */
export function onInterrupt(
  end: (exitCode: number) => Promise<void>,
  { leave: leaves = true }: { leave?: boolean } = {},
): () => void {
  const handlers = SIGNALS.map((signal) => {
    const handle = () => {
      const code = 128 + constants.signals[signal];
      const leave = () => process.exit(code);
      if (leaves) end(code).then(leave, leave);
      else void end(code);
    };
    process.once(signal, handle);
    return { signal, handle };
  });
  return () => {
    for (const { signal, handle } of handlers) process.off(signal, handle);
  };
}
