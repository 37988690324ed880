import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';
import { onTestFinished } from 'vitest';

/** The part of OTLP that Wave sends, in the standard's own words and numbers. */
const SCHEMA = `
syntax = "proto3";
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5; } }
message ArrayValue { repeated AnyValue values = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message Resource { repeated KeyValue attributes = 1; }
message Status { string message = 2; int32 code = 3; }
message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
message Link { bytes trace_id = 1; bytes span_id = 2; }
message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  repeated Event events = 11; repeated Link links = 13; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8; repeated KeyValue attributes = 9; Status status = 15; }
message ScopeSpans { repeated Span spans = 2; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Traces { repeated ResourceSpans resource_spans = 1; }
message NumberPoint { repeated KeyValue attributes = 7; double as_double = 4; sfixed64 as_int = 6; }
message HistogramPoint { repeated KeyValue attributes = 9; fixed64 count = 4; double sum = 5; repeated double explicit_bounds = 7; }
message Sum { repeated NumberPoint data_points = 1; }
message Histogram { repeated HistogramPoint data_points = 1; }
message Metric { string name = 1; string unit = 3; Sum sum = 7; Histogram histogram = 9; }
message ScopeMetrics { repeated Metric metrics = 2; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Metrics { repeated ResourceMetrics resource_metrics = 1; }
`;
const { root } = protobuf.parse(SCHEMA);
const TYPES: Record<string, string> = { '/v1/traces': 'Traces', '/v1/metrics': 'Metrics' };

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: Message;
}

/** A decoded message, whichever way it was spelled. */
export interface Message extends Record<string, unknown> {
  resourceSpans?: { resource: Attributed; scopeSpans: { spans: Span[] }[] }[];
  resourceMetrics?: { resource: Attributed; scopeMetrics: { metrics: Metric[] }[] }[];
}

export interface Attributed {
  attributes: { key: string; value: Record<string, unknown> }[];
}

export interface Span extends Attributed {
  traceId: unknown;
  spanId: unknown;
  parentSpanId?: unknown;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number; message?: string };
  kind?: number;
  events?: (Attributed & { name: string; timeUnixNano: string })[];
  links?: { traceId: unknown; spanId: unknown }[];
}

export interface Metric {
  name: string;
  unit?: string;
  sum?: { dataPoints: (Attributed & { asDouble?: number; asInt?: string })[] };
  histogram?: {
    dataPoints: (Attributed & { count: string | number; sum: number; explicitBounds?: number[] })[];
  };
}

/** A collector on this machine that keeps what it gets and answers as told. */
export async function collector(answer: (response: ServerResponse) => void = accept) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const bytes = Buffer.concat(chunks);
      const { headers, method = '' } = request;
      const refused = refusal(method, path, headers, bytes);
      if (refused !== undefined) return void response.writeHead(refused).end();
      received.push({
        path,
        headers,
        raw: bytes.toString('latin1'),
        body: decode(path, headers, bytes),
      });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}

const KINDS = ['application/json', 'application/x-protobuf'];

/** The status that a collector refuses with: OTLP/HTTP, and how the collector of OpenTelemetry reads ids. */
function refusal(
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): number | undefined {
  if (!Object.hasOwn(TYPES, path)) return 404;
  if (method !== 'POST') return 405;
  if (!KINDS.includes(headers['content-type'] ?? '')) return 415;
  try {
    const spans = spansOf(decode(path, headers, bytes));
    const isWhole = (id: unknown, length: number) => hex(id).length === length;
    const areWhole = spans.every(
      ({ traceId, spanId }) => isWhole(traceId, 32) && isWhole(spanId, 16),
    );
    return areWhole ? undefined : 400;
  } catch {
    return 400;
  }
}

const accept = (response: ServerResponse) => response.writeHead(200).end();

function decode(path: string, headers: IncomingHttpHeaders, bytes: Buffer): Message {
  if (headers['content-type'] === 'application/json') return JSON.parse(bytes.toString('utf8'));
  const type = root.lookupType(TYPES[path] ?? '');
  return type.toObject(type.decode(bytes), { longs: String, bytes: String }) as Message;
}

/** Attributes as an object of plain values. */
export const plain = ({ attributes = [] }: Partial<Attributed>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueIn(value)]));

function valueIn(value: Record<string, unknown>): unknown {
  const [[kind, inner] = ['', '']] = Object.entries(value);
  if (kind === 'arrayValue')
    return ((inner as { values: Record<string, unknown>[] }).values ?? []).map(valueIn);
  return kind === 'intValue' ? Number(inner) : inner;
}

export const spansOf = (message: Message | undefined): Span[] =>
  message?.resourceSpans?.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) ??
  [];

export const metricsOf = (message: Message | undefined): Metric[] =>
  message?.resourceMetrics?.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics),
  ) ?? [];

export const took = ({ startTimeUnixNano, endTimeUnixNano }: Span): number =>
  Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6;

/** Ids come as bytes in protobuf, which are base64 here, and as hex in JSON. */
export const hex = (id: unknown): string => {
  const text = String(id ?? '');
  return /^([0-9a-f]{16}|[0-9a-f]{32})$/.test(text)
    ? text
    : Buffer.from(text, 'base64').toString('hex');
};
