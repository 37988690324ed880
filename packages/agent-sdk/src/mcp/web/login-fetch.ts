import type { IncomingMessage } from 'node:http';
import { type Lookup, pinned, systemLookup } from '@wavehooks/hooks/web';
import { proxyFor } from '../../model/send/proxy.ts';
import { literalAddress, MAY_NAME, type Nearness, nearest } from './nearness.ts';
import { BODILESS, type Fetch, proxiedFetch } from './proxied-fetch.ts';

/** A request of a login that Wave does not make, or an answer it does not read. */
export class LoginRefused extends Error {}

/** All answers of a login are small documents. */
const MAX_BYTES = 256 * 1024;
const TIME_MS = 15_000;

export interface LoginWeb {
  /** For metadata, registration and tokens. Follows no redirect and sends nothing of the server's headers. */
  readonly fetch: Fetch;
  /** Whether a browser may be sent there; what is wrong with it otherwise. */
  check(url: URL): Promise<string | undefined>;
}

export interface LoginWebOptions {
  /** The MCP server that all of this is for. */
  readonly server: URL;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly lookup?: Lookup | undefined;
  /** How long an answer may take. */
  readonly timeMs?: number;
}

/** The requests of one server's login. The server names where they go, so each is checked where it connects. */
export function loginWeb({
  server,
  env,
  lookup = systemLookup,
  timeMs = TIME_MS,
}: LoginWebOptions): LoginWeb {
  const addressesOf = async (url: URL): Promise<readonly string[]> => {
    const literal = literalAddress(url);
    // Behind a proxy only the proxy knows; it has its own rules for what is near it.
    if (literal !== undefined || proxyFor(url, env)) return literal === undefined ? [] : [literal];
    return lookup(url.hostname);
  };
  let from: Promise<Nearness> | undefined;
  const judge = async (url: URL) => {
    // No name is looked up for an address that is never called.
    if (!/^https?:$/.test(url.protocol)) return { addresses: [], why: inTheOpen(url, server) };
    // A name that could not be looked up is looked up again by the next login.
    from ??= addressesOf(server)
      .then(nearest)
      .catch((error) => {
        from = undefined;
        throw error;
      });
    const addresses = await addressesOf(url);
    return { addresses, why: refusal(url, server, await from, nearest(addresses)) };
  };
  const through = proxiedFetch(env);
  return {
    check: async (url) => (await judge(url)).why,
    fetch: async (input, init = {}) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const { addresses, why } = await judge(url);
      if (why !== undefined) throw new LoginRefused(why);
      const late = AbortSignal.timeout(timeMs);
      const signal = AbortSignal.any([request.signal, late]);
      const own = new Request(request, { redirect: 'manual', signal });
      try {
        if (proxyFor(url, env)) return await bounded(await through(own), url);
        return await direct(own, url, addresses, signal);
      } catch (error) {
        // A server without a document says so; no answer at all is a fault.
        if (late.aborted && !request.signal.aborted)
          throw new LoginRefused(`${url.origin} did not answer within ${timeMs / 1000} seconds`);
        throw error;
      }
    },
  };
}

function refusal(url: URL, server: URL, from: Nearness, to: Nearness): string | undefined {
  if (url.username !== '' || url.password !== '')
    return `${url.origin} is given with a user name and a password`;
  if (!MAY_NAME[from].includes(to))
    return `the login of ${server.host} leads to ${url.host}, which is on this machine or in a private network`;
  if (url.protocol === 'https:' || (url.protocol === 'http:' && to === 'loopback'))
    return undefined;
  return inTheOpen(url, server);
}

const inTheOpen = (url: URL, server: URL): string =>
  `the login of ${server.host} leads to ${url.protocol}//${url.host}, and logins need https`;

/** Goes to the very addresses that were checked: nobody looks the name up again. */
async function direct(
  request: Request,
  url: URL,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Response> {
  const client = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const body = await request.text();
  const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' };
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    client
      .request(url, {
        agent: false,
        lookup: pinned(addresses),
        method: request.method,
        headers: { ...headers, ...length },
        signal,
      })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
  try {
    return await whole(answer, answer.statusCode ?? 502, headersOf(answer), url);
  } finally {
    answer.destroy();
  }
}

const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)]);

const bounded = async (answer: Response, url: URL): Promise<Response> =>
  answer.body ? whole(answer.body, answer.status, [...answer.headers], url) : answer;

async function whole(
  stream: AsyncIterable<Uint8Array>,
  status: number,
  headers: [string, string][],
  url: URL,
): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new LoginRefused(`${url.origin} answered with more than ${MAX_BYTES / 1024} KiB`);
    chunks.push(chunk);
  }
  return new Response(BODILESS.includes(status) ? null : Buffer.concat(chunks), {
    status,
    headers,
  });
}
