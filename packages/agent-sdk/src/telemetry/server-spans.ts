import { type Span, SpanKind } from '@opentelemetry/api';
import type { Of, Redact } from './attributes.ts';
import type { Lanes } from './lanes.ts';
import type { Open, OpenSpans } from './open-spans.ts';

/** A span for each start of an MCP server. Turns do not wait for it, so it is in none. */
export function serverSpans(spans: OpenSpans, lanes: Lanes, redact: Redact) {
  const servers = new Map<string, Open>();
  const begin = (server: string, over: Of<'server'>['over']) => {
    const { around, links } = lanes.beside(undefined);
    const attributes = {
      'mcp.method.name': 'initialize',
      'network.transport': over === 'stdio' ? 'pipe' : 'tcp',
      'wave.mcp.server': redact(server),
    };
    const options = { kind: SpanKind.CLIENT, attributes, links };
    servers.set(server, spans.begin('initialize', options, around));
  };
  const end = (server: string, isFailed: boolean) => {
    const open = servers.get(server);
    servers.delete(server);
    if (isFailed) open?.span.setAttribute('error.type', 'not_available');
    spans.end(open, isFailed);
  };
  return {
    hear: ({ server, state, over }: Of<'server'>): void => {
      if (state === 'connecting') begin(server, over);
      else end(server, state === 'failed');
    },
    spanOf: (server: string): Span | undefined => servers.get(server)?.span,
    close: (): void => {
      for (const open of servers.values()) spans.end(open);
      servers.clear();
    },
  };
}
