/** What the standard variables ask for. */
export interface TelemetrySettings {
  readonly traces?: Protocol;
  readonly metrics?: Protocol;
  /** What was asked for and cannot be done. */
  readonly problem?: string;
}

export type Protocol = 'http/protobuf' | 'http/json';
type Env = Readonly<Record<string, string | undefined>>;

/** Undefined: nobody asked for telemetry, so nothing of it is loaded. */
export function readTelemetry(env: Env): TelemetrySettings | undefined {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined;
  const wanted = (['traces', 'metrics'] as const).filter((signal) => isWanted(signal, env));
  if (wanted.length === 0) return undefined;
  const asked = wanted.map((signal) => [signal, protocolOf(signal, env)] as const);
  const wrong = asked.find(([, protocol]) => !isProtocol(protocol));
  return {
    ...Object.fromEntries(asked.filter(([, protocol]) => isProtocol(protocol))),
    ...(wrong ? { problem: unknownProtocol(wrong[1]) } : {}),
  };
}

function isWanted(signal: 'traces' | 'metrics', env: Env): boolean {
  const name = signal.toUpperCase();
  const endpoint = env[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] || env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return Boolean(endpoint?.trim()) && env[`OTEL_${name}_EXPORTER`] !== 'none';
}

const protocolOf = (signal: 'traces' | 'metrics', env: Env): string =>
  env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`] ||
  env['OTEL_EXPORTER_OTLP_PROTOCOL'] ||
  'http/protobuf';

const isProtocol = (name: string): name is Protocol =>
  name === 'http/protobuf' || name === 'http/json';

const unknownProtocol = (name: string) =>
  `OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json, got "${name}"; nothing is sent`;
