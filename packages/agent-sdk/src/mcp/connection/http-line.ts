import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { secretsInHeaders } from '@wavehooks/process/secrets';
import { atMost } from '../../base/wait.ts';
import { type Allowance, allowance, FLOOD } from '../config/mcp-limits.ts';
import type { HttpSpec } from '../config/server-spec.ts';
import { type Challenge, challengeIn } from '../login/challenge.ts';
import type { Login } from '../login/login.ts';
import { type Fetch, proxiedFetch } from '../web/proxied-fetch.ts';
import { createSecrets, type Secrets, withoutSecrets } from './hide-secrets.ts';
import { hearThrough, isRequest, type Line } from './line.ts';
import { countLines } from './line-reader.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a server may take to hear that we leave. */
const GOODBYE_MS = 1_000;

/** A server that runs already, spoken to over streamable HTTP, or over what that replaced. */
export function httpLine(
  spec: HttpSpec,
  env: Env,
  login: Login | undefined,
  transport: HttpSpec['transport'] = spec.transport,
): Line {
  const spare = allowance();
  let fate: string | undefined;
  let challenge: Challenge | undefined;
  const end = (why: string) => {
    fate ??= why;
    void line.close();
  };
  // Requests run side by side: only a refusal says something about refusals.
  const heard = (said: Challenge | undefined) => {
    challenge = said;
  };
  const secrets = createSecrets();
  for (const secret of secretsInHeaders(spec.headers)) secrets.add(secret);
  const authorized = withToken(proxiedFetch(env), spec.url, login, heard, secrets);
  const fetch = withoutSecrets(
    metered(authorized, spare, () => end(FLOOD)),
    secrets,
  );
  const own = { requestInit: { headers: spec.headers } };
  const made =
    transport === 'sse'
      ? new SSEClientTransport(spec.url, { ...own, fetch: onceOpened(fetch, end) })
      : new StreamableHTTPClientTransport(spec.url, { ...own, fetch });
  hearThrough(made, secrets.hideIn);
  const { send, close } = made;
  const line: Line = Object.assign(made, {
    fate: () => fate,
    words: () => '',
    challenge: () => challenge,
    send: (...[message, options]: Parameters<StreamableHTTPClientTransport['send']>) => {
      if (isRequest(message)) spare.renew();
      return send.call(made as never, message as never, options);
    },
    close: async () => {
      // A session that nobody ends stays with its server; one that does not answer is left.
      if (made instanceof StreamableHTTPClientTransport)
        await atMost(
          GOODBYE_MS,
          made.terminateSession().catch(() => {}),
        );
      await close.call(made);
    },
  });
  return line;
}

/** The token goes to the server's own origin and nowhere else. */
const withToken =
  (
    fetch: Fetch,
    server: URL,
    login: Login | undefined,
    heard: (challenge: Challenge | undefined) => void,
    secrets: Secrets,
  ): Fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!login || url.origin !== server.origin) return fetch(input, init);
    const token = await login.token();
    secrets.add(token);
    const headers = new Headers(init?.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const answer = await fetch(input, { ...init, headers });
    if (answer.status === 401 || answer.status === 403)
      heard(challengeIn(answer, token, secrets.hide));
    return answer;
  };

/** The library would open a stream that ended again and again, for a session that is gone with it. */
const onceOpened = (fetch: Fetch, end: (why: string) => void): Fetch => {
  let opened = false;
  return async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return fetch(input, init);
    if (opened) {
      end('its stream ended');
      throw new Error('its stream ended');
    }
    const answer = await fetch(input, init);
    opened = answer.ok;
    return answer;
  };
};

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
