import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import { addressAttributes, type Of, type Redact } from './attributes.ts';
import type { Lanes } from './lanes.ts';
import type { Open, OpenSpans } from './open-spans.ts';

/** A span for each start of an MCP server. Turns do not wait for it, so it is in none. */
export function serverSpans(spans: OpenSpans, lanes: Lanes, redact: Redact) {
  const servers = new Map<string, Open>();
  /** By what the names of their tools begin with. */
  const known = new Map<string, Attributes>();
  const begin = (news: Of<'server'>) => {
    const { server } = news;
    const { around, links } = lanes.beside(undefined);
    const attributes = {
      ...connectionAttributes(news),
      'mcp.method.name': 'initialize',
      'wave.mcp.server': redact(server),
    };
    const options = { kind: SpanKind.CLIENT, attributes, links };
    servers.set(server, spans.begin('initialize', options, around));
  };
  const end = (server: string, about: Attributes, isFailed: boolean) => {
    const open = servers.get(server);
    servers.delete(server);
    open?.span.setAttributes(about);
    if (isFailed) open?.span.setAttribute('error.type', 'not_available');
    spans.end(open, isFailed);
  };
  return {
    hear: (news: Of<'server'>): void => {
      const about = connectionAttributes(news);
      known.set(news.prefix, about);
      if (news.state === 'connecting') begin(news);
      else end(news.server, about, news.state === 'failed');
    },
    /** What is known of the server that a tool is of. */
    aboutTool: (tool: string): Attributes =>
      [...known].find(([prefix]) => tool.startsWith(prefix))?.[1] ?? {},
    spanOf: (server: string): Span | undefined => servers.get(server)?.span,
    close: (): void => {
      for (const open of servers.values()) spans.end(open);
      servers.clear();
    },
  };
}

const connectionAttributes = ({ over, at, protocol, session }: Of<'server'>): Attributes => ({
  'network.transport': over === 'stdio' ? 'pipe' : 'tcp',
  ...addressAttributes(at),
  ...(protocol === undefined ? {} : { 'mcp.protocol.version': protocol }),
  ...(session === undefined ? {} : { 'mcp.session.id': session }),
});
