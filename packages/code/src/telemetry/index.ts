import type { RunEvent } from '@wavehooks/hooks';
import type { Redactor } from '@wavehooks/settings/log';
import { type EventRecord, makeRecorder } from './record.ts';
import { readTelemetry, type TelemetrySettings } from './settings.ts';

export interface TelemetryOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redact: Redactor;
  /** Told once, when nothing can be sent. */
  readonly onProblem: (problem: string) => void;
}

export interface Telemetry {
  observe(event: RunEvent): void;
  /** Sends what is left. Never rejects, and takes two seconds at most. */
  close(): Promise<void>;
}

/** Undefined unless the standard variables name a collector. */
export function openTelemetry(options: TelemetryOptions): Telemetry | undefined {
  const settings = readTelemetry(options.env);
  if (!settings) return undefined;
  const tell = once(options.onProblem);
  if (settings.problem) tell(settings.problem);
  let exporter: Promise<Exporter | undefined> | undefined;
  // Loaded with the first verdict: loading while hooks run would count as their time.
  const send = (record: EventRecord) => {
    exporter ??= load(settings, tell);
    exporter.then((loaded) => loaded?.record(record)).catch(failed);
  };
  // A fault of telemetry is never one of the command.
  const failed = (error: Error) => tell(`telemetry failed: ${error.message}`);
  return {
    observe: makeRecorder(options.redact, send),
    close: async () => {
      await exporter?.then((loaded) => loaded?.close()).catch(failed);
    },
  };
}

type Exporter = Awaited<ReturnType<typeof import('./otel.ts')['openExporter']>>;

/** The exporter is a bundle of its own, many times the size of all the rest. */
async function load(
  settings: TelemetrySettings,
  tell: (problem: string) => void,
): Promise<Exporter | undefined> {
  try {
    const { openExporter } = await import('./otel.ts');
    return openExporter(settings, tell);
  } catch (error) {
    tell(`telemetry could not be started: ${(error as Error).message}`);
    return undefined;
  }
}

function once(tell: (text: string) => void): (text: string) => void {
  let told = false;
  return (text) => {
    if (!told) tell(text);
    told = true;
  };
}
