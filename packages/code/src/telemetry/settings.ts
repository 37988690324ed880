/** What the standard variables ask for. */
export interface TelemetrySettings {
  readonly traces?: Protocol;
  readonly metrics?: Protocol;
  /** Whether prompts, answers and results are sent as well. */
  readonly content: boolean;
  /** What was asked for and cannot be done. */
  readonly problem?: string;
}

type Protocol = 'http/protobuf' | 'http/json';
export type Env = Readonly<Record<string, string | undefined>>;
type Signal = 'traces' | 'metrics';

/** Undefined: nobody asked for telemetry, so nothing of it is loaded. Settings files have no say in it. */
export function readTelemetry(env: Env): TelemetrySettings | undefined {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined;
  const wanted = (['traces', 'metrics'] as const).filter((signal) => isWanted(signal, env));
  if (wanted.length === 0) return undefined;
  const asked = wanted.map((signal) => ({ signal, protocol: protocolOf(signal, env) }));
  const problem = wanted.map((signal) => exporterFault(signal, env)).find(Boolean);
  const wrong = asked.find(({ protocol }) => !isProtocol(protocol));
  const told = problem ?? (wrong && unknownProtocol(wrong.protocol));
  return {
    ...Object.fromEntries(
      asked
        .filter(({ signal, protocol }) => isProtocol(protocol) && !exporterFault(signal, env))
        .map(({ signal, protocol }) => [signal, protocol]),
    ),
    content: CONTENT.test(env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? ''),
    ...(told === undefined ? {} : { problem: told }),
  };
}

/** As instrumentations for models spell it. */
const CONTENT = /^\s*(true|span_only|span_and_event)\s*$/i;

/** An address asks for it, and so does the exporter by its name, which has a standard address. */
function isWanted(signal: Signal, env: Env): boolean {
  const name = signal.toUpperCase();
  const exporter = exporterOf(signal, env);
  if (exporter !== '') return exporter !== 'none';
  const endpoint = env[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] || env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return Boolean(endpoint?.trim());
}

const exporterOf = (signal: Signal, env: Env): string =>
  env[`OTEL_${signal.toUpperCase()}_EXPORTER`]?.trim().toLowerCase() ?? '';

function exporterFault(signal: Signal, env: Env): string | undefined {
  const exporter = exporterOf(signal, env);
  if (exporter === '' || exporter === 'otlp') return undefined;
  return `OTEL_${signal.toUpperCase()}_EXPORTER: expected otlp or none, got "${exporter}"; no ${signal} are sent`;
}

const protocolOf = (signal: Signal, env: Env): string =>
  env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`] ||
  env['OTEL_EXPORTER_OTLP_PROTOCOL'] ||
  'http/protobuf';

const isProtocol = (name: string): name is Protocol =>
  name === 'http/protobuf' || name === 'http/json';

const unknownProtocol = (name: string) =>
  `OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json, got "${name}"; nothing is sent`;
