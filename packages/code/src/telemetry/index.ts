import type { AgentOptions } from '@wavehooks/agent-sdk';
import type { Redactor } from '@wavehooks/settings/log';
import type { EventTelemetry } from './one-event.ts';
import type { Exporter } from './otel.ts';
import { type Env, readTelemetry } from './settings.ts';

export interface TelemetryParts {
  readonly env: Env;
  readonly redact: Redactor;
  /** Told once, when nothing can be sent. */
  readonly onProblem: (problem: string) => void;
}

/** What goes to a collector, where one is named. */
export interface Telemetry {
  /** What an agent is opened with. */
  forAgent(): Promise<Pick<AgentOptions, 'telemetry'>>;
  /** What hears the hooks of one event; undefined where nobody wants to. */
  forEvent(): Promise<EventTelemetry | undefined>;
  /** Sends what is left. Never rejects, and takes two seconds at most; six after an agent, while a collector asks for patience. */
  close(): Promise<void>;
}

/** Nothing is loaded unless the standard variables ask for it. */
export function openTelemetry({ env, redact, onProblem }: TelemetryParts): Telemetry {
  const settings = readTelemetry(env);
  if (!settings) return NONE;
  const tell = once(onProblem);
  if (settings.problem) tell(settings.problem);
  const isAny = settings.traces !== undefined || settings.metrics !== undefined;
  let loaded: Promise<Loaded | undefined> | undefined;
  let isSession = false;
  const load = async (): Promise<Loaded | undefined> => {
    if (!isAny) return undefined;
    try {
      const { openExporter, hearEvent } = await import('./otel.ts');
      return { exporter: openExporter(settings, env, tell), hearEvent };
    } catch (error) {
      // A fault of telemetry is never one of the command.
      tell(`telemetry could not be started: ${(error as Error).message}`);
      return undefined;
    }
  };
  const open = () => {
    loaded ??= load();
    return loaded;
  };
  const optionsOf = ({ exporter: { tracerProvider, meterProvider } }: Loaded) => ({
    content: settings.content,
    ...(tracerProvider ? { tracerProvider } : {}),
    ...(meterProvider ? { meterProvider } : {}),
  });
  return {
    forAgent: async () => {
      isSession = true;
      const found = await open();
      return found ? { telemetry: optionsOf(found) } : {};
    },
    forEvent: async () => {
      const found = await open();
      return found?.hearEvent(optionsOf(found), { env, redact });
    },
    close: async () => (await loaded)?.exporter.close(isSession),
  };
}

interface Loaded {
  readonly exporter: Exporter;
  readonly hearEvent: typeof import('./otel.ts')['hearEvent'];
}

const NONE: Telemetry = {
  forAgent: async () => ({}),
  forEvent: async () => undefined,
  close: async () => {},
};

function once(tell: (text: string) => void): (text: string) => void {
  let told = false;
  return (text) => {
    if (!told) tell(text);
    told = true;
  };
}
