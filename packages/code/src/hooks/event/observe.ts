import type { RunEvent } from '@wavehooks/hooks';
import { makeRedactor, openLog, openRecorder } from '@wavehooks/settings/log';
import type { Io } from '../../cli/command.ts';
import { openTelemetry } from '../../telemetry/index.ts';

export interface Observers {
  /** For `createEngine({ observe })`. */
  readonly observe: (event: RunEvent) => void;
  /** Sends what is still to be sent; takes two seconds at most. */
  close(): Promise<void>;
}

/**
 * Everybody who wants to know of runs: the log, a collector where one is set, and a recording where
 * `WAVE_RECORD` names a directory.
 */
export function openObservers(io: Pick<Io, 'err'>): Observers {
  const redact = makeRedactor(process.env);
  const onProblem = (problem: string) => io.err(`wave: ${problem}\n`);
  const log = openLog({ redact, onProblem });
  const telemetry = openTelemetry({ env: process.env, redact, onProblem });
  const dir = process.env['WAVE_RECORD'];
  const recorder = dir ? openRecorder({ dir, redact, onProblem }) : undefined;
  return {
    observe: (event) => {
      log.observe(event);
      telemetry?.observe(event);
      recorder?.observe(event);
    },
    close: async () => telemetry?.close(),
  };
}
