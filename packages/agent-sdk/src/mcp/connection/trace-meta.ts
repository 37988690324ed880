import type { TracePlace } from '@wavehooks/process';
import type { Line } from './line.ts';

/** Where a request stands in a trace, as MCP has it: in the `_meta` of its parameters. */
export const metaOf = (trace: TracePlace | undefined) => (trace ? { _meta: { ...trace } } : {});

/** The library sends the first request itself, so its place is put into it on the way. */
export function tracedLine(line: Line, trace: TracePlace | undefined): Line {
  if (!trace) return line;
  const send = line.send.bind(line);
  line.send = (message, options) => send(withMeta(message, trace), options);
  return line;
}

type Sent = Parameters<Line['send']>[0];

function withMeta(message: Sent, trace: TracePlace): Sent {
  if (!('method' in message) || message.method !== 'initialize') return message;
  const { _meta, ...params } = message.params ?? {};
  return { ...message, params: { ...params, _meta: { ...(_meta as object), ...trace } } };
}
