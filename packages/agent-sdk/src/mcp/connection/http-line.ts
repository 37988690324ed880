import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { atMost } from '../../base/wait.ts';
import { type Allowance, allowance, FLOOD } from '../config/mcp-limits.ts';
import type { HttpSpec } from '../config/server-spec.ts';
import { isRequest, type Line } from './line.ts';
import { countLines } from './line-reader.ts';
import { type Fetch, proxiedFetch } from './proxied-fetch.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a server may take to hear that we leave. */
const GOODBYE_MS = 1_000;

/** A server that runs already, spoken to over streamable HTTP. */
export function httpLine(spec: HttpSpec, env: Env): Line {
  const spare = allowance();
  let fate: string | undefined;
  const flooded = () => {
    fate ??= FLOOD;
    void line.close();
  };
  const transport = new StreamableHTTPClientTransport(spec.url, {
    requestInit: { headers: spec.headers },
    fetch: metered(proxiedFetch(env), spare, flooded),
  });
  const { send, close } = transport;
  const line: Line = Object.assign(transport, {
    fate: () => fate,
    words: () => '',
    send: (...[message, options]: Parameters<typeof send>) => {
      if (isRequest(message)) spare.renew();
      return send.call(transport, message, options);
    },
    close: async () => {
      // A session that nobody ends stays with its server; one that does not answer is left.
      const said = transport.terminateSession().catch(() => {});
      await atMost(GOODBYE_MS, said);
      await close.call(transport);
    },
  });
  return line;
}

/** The library reads a body to its end, however long it is. */
const metered =
  (fetch: Fetch, spare: Allowance, flooded: () => void): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const meter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        if (spare.spend(chunk.byteLength, countLines(chunk))) return out.enqueue(chunk);
        out.error(new Error(FLOOD));
        flooded();
      },
    });
    return new Response(response.body.pipeThrough(meter), response);
  };
