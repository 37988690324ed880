import { makeRedactor } from '@wavehooks/settings/log';
import type { Telemetry } from './open-telemetry.ts';
import type { TelemetryOptions } from './options.ts';

/** Loaded only where a host wants it: who sends nothing pays nothing. */
export async function loadTelemetry(
  options: TelemetryOptions | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Telemetry | undefined> {
  if (options === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(options, { env, redact: makeRedactor(env) });
}
