import { constants } from 'node:os';
import { leave } from '@wavehooks/process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Signal = (typeof SIGNALS)[number];

/** npm passes on what the terminal has sent us already. Nobody repeats a key as fast as that. */
const ECHO_MS = 100;

/** Calls `hear` with each signal that wants us gone, and its exit code; returns how to end that. */
export function onSignals(hear: (exitCode: number, signal: Signal) => void): () => void {
  const handlers = SIGNALS.map((signal) => {
    let last = Number.NEGATIVE_INFINITY;
    const handle = () => {
      const isEcho = performance.now() - last < ECHO_MS;
      last = performance.now();
      if (!isEcho) hear(128 + constants.signals[signal], signal);
    };
    process.on(signal, handle);
    return { signal, handle };
  });
  return () => {
    for (const { signal, handle } of handlers) process.off(signal, handle);
  };
}

export interface Stages {
  /** The first is over by itself: the next signal is for the second. */
  past(): void;
  ignore(): void;
}

/**
 * The first signal is for `first`, the next one for `second`, and one more ends the process. A terminal
 * that goes away may be told of more than once, and when all is ending anyway: nobody is impatient then.
 */
export function inStages(
  first: (exitCode: number) => void,
  second: (exitCode: number) => void,
  /** Somebody else has the terminal: an interrupt from it is for them. */
  isLent: () => boolean = () => false,
): Stages {
  const acts = [first, second];
  let at = 0;
  const ignore = onSignals((exitCode, signal) => {
    if ((signal === 'SIGHUP' && at > 0) || (signal === 'SIGINT' && isLent())) return;
    const act = acts[at++] ?? leave;
    act(exitCode);
  });
  return {
    past: () => {
      at = Math.max(at, 1);
    },
    ignore,
  };
}

/** Runs `end` when somebody wants us gone, then goes with the exit code that says so; a second signal goes at once. */
export function onInterrupt(end: () => Promise<void>): () => void {
  let isEnding = false;
  return onSignals((code) => {
    const go = () => leave(code);
    if (isEnding) go();
    isEnding = true;
    end().then(go, go);
  });
}
