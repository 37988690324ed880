import { makeProviders, type Providers } from './providers.ts';
import { makeSenders } from './senders.ts';
import type { Env, TelemetrySettings } from './settings.ts';

// The heavy part, a bundle of its own. The agent loads its spans from it as well.
export { openTelemetry } from '@wavehooks/agent-sdk/telemetry';
export { hearEvent } from './one-event.ts';

/** How long an end may wait for a collector. */
const CLOSE_MS = 2_000;

export interface Exporter extends Providers {
  /** Sends what is left. */
  close(): Promise<void>;
}

export function openExporter(
  settings: TelemetrySettings,
  env: Env,
  tell: (problem: string) => void,
): Exporter {
  const senders = makeSenders(settings, (error) => tell(notSent(error)));
  const providers = makeProviders(senders, env, tell);
  const { tracerProvider, meterProvider } = providers;
  return {
    ...providers,
    close: async () => {
      const flushed = Promise.allSettled([
        tracerProvider?.forceFlush(),
        meterProvider?.forceFlush(),
      ]);
      const inTime = await Promise.race([flushed.then(() => true), after(CLOSE_MS)]);
      if (!inTime) tell(notSent(new Error(`no answer within ${CLOSE_MS / 1000} s`)));
      // What is still open must not keep the process alive.
      senders.end();
    },
  };
}

/** The collector's address may hold a password, so it is not named. */
const notSent = (error: Error & { code?: unknown }) =>
  `telemetry could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: ${error.message || String(error.code ?? error)}`;

const after = (ms: number) =>
  new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
