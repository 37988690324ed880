import type { RunEvent } from '@wavehooks/hooks';
import {
  type LogRecord,
  makeRedactor,
  openLog,
  openRecorder,
  type Redactor,
} from '@wavehooks/settings/log';
import { openTelemetry, type Telemetry } from '../../telemetry/index.ts';

export interface ObserverOptions {
  /** What may be secret, and where runs are sent to; this process's by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Hears what keeps runs from being noted down. */
  readonly err: (text: string) => void;
}

export interface Observers extends Pick<Telemetry, 'forAgent' | 'forEvent'> {
  /** For `createEngine({ observe })`. */
  readonly observe: (event: RunEvent) => void;
  /** Adds a record to the log. Whoever makes it takes secrets out, with `redact`. */
  readonly write: (record: LogRecord) => void;
  readonly redact: Redactor;
  readonly onProblem: (problem: string) => void;
  /** Notes that nothing follows in this log, for a process that goes on. */
  readonly end: () => void;
  /** Sends what is still to be sent; takes two seconds at most. */
  close(): Promise<void>;
}

/**
 * Everybody who wants to know of runs: the log, and a recording where `WAVE_RECORD` names a directory. What a
 * collector gets, the agent itself says.
 */
export function openObservers({ env = process.env, err }: ObserverOptions): Observers {
  const redact = makeRedactor(env);
  const onProblem = (problem: string) => err(`wave: ${problem}\n`);
  const log = openLog({ redact, onProblem });
  const telemetry = openTelemetry({ env, redact, onProblem });
  const dir = env['WAVE_RECORD'];
  const recorder = dir ? openRecorder({ dir, redact, onProblem }) : undefined;
  return {
    observe: (event) => {
      log.observe(event);
      recorder?.observe(event);
    },
    forAgent: telemetry.forAgent,
    forEvent: telemetry.forEvent,
    write: log.write,
    redact,
    onProblem,
    end: log.end,
    close: telemetry.close,
  };
}
