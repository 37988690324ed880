import { makeRedactor, openLog, type RunEvent } from 'wave-hooks';
import type { Io } from '../cli/command.ts';
import { openTelemetry } from '../telemetry/index.ts';

export interface Observers {
  /** For `createEngine({ observe })`. */
  readonly observe: (event: RunEvent) => void;
  /** Sends what is still to be sent; takes two seconds at most. */
  close(): Promise<void>;
}

/** Everybody who wants to know of runs: the log, and a collector where one is set. */
export function openObservers(io: Pick<Io, 'err'>): Observers {
  const redact = makeRedactor(process.env);
  const onProblem = (problem: string) => io.err(`wave: ${problem}\n`);
  const log = openLog({ redact, onProblem });
  const telemetry = openTelemetry({ env: process.env, redact, onProblem });
  return {
    observe: (event) => {
      log.observe(event);
      telemetry?.observe(event);
    },
    close: async () => telemetry?.close(),
  };
}
