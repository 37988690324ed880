import { makeProviders, type Providers } from './providers.ts';
import { makeSenders } from './senders.ts';
import type { Env, TelemetrySettings } from './settings.ts';

// The heavy part, a bundle of its own. The agent loads its spans from it as well.
export { openTelemetry } from '@wavehooks/agent-sdk/telemetry';
export { hearEvent } from './one-event.ts';

/** How long an end may wait for a collector; and that of a session, where the collector asks for patience. */
const CLOSE_MS = 2_000;
const PATIENT_MS = 6_000;

export interface Exporter extends Providers {
  /** Sends what is left. An agent that waits for the answer to one event gets no `patience`. */
  close(patience: boolean): Promise<void>;
}

export function openExporter(
  settings: TelemetrySettings,
  env: Env,
  tell: (problem: string) => void,
): Exporter {
  /** How the last try of each ended. */
  const faults: { spans?: Error | undefined; metrics?: Error | undefined } = {};
  const senders = makeSenders(settings, (what, error) => {
    faults[what] = error;
  });
  const providers = makeProviders(senders, env, tell);
  const { tracerProvider, meterProvider } = providers;
  return {
    ...providers,
    close: async (patience) => {
      const { spans } = senders;
      const signal = AbortSignal.timeout(patience ? PATIENT_MS : CLOSE_MS);
      const sent = Promise.allSettled([
        tracerProvider?.forceFlush().finally(() => spans?.sendRest(signal)),
        meterProvider?.forceFlush(),
      ]);
      const within = (ms: number) => Promise.race([sent.then(() => true), after(ms)]);
      const inTime =
        (await within(CLOSE_MS)) ||
        (patience && spans?.isAskedToWait && (await within(PATIENT_MS - CLOSE_MS)));
      const late = inTime ? undefined : new Error(`no answer within ${CLOSE_MS / 1000} s`);
      const fault = faults.spans ?? faults.metrics ?? late;
      if (fault) tell(notSent(fault, spans?.missing ?? 0));
      // What is still open must not keep the process alive.
      senders.end();
    },
  };
}

/** The collector's address may hold a password, so it is not named. */
const notSent = (error: Error & { code?: unknown }, lost: number) =>
  `telemetry could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: ${error.message || String(error.code ?? error)}${lost > 0 ? `; ${lost} spans were lost` : ''}`;

const after = (ms: number) =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
