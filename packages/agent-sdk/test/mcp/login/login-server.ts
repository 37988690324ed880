import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { pageFault, registrationFault, tokenFault } from './login-rules.ts';

type Doc = Record<string, unknown>;

/** How a server differs from a good one. `base` is its own address. */
export interface How {
  /** Its document about itself; undefined has none. */
  readonly resource?: (base: string) => Doc | undefined;
  readonly metadata?: (base: string) => Doc;
  /** More in the address that the browser is sent back to. */
  readonly back?: (said: URLSearchParams) => void;
  readonly token?: (body: URLSearchParams, count: number) => Doc | undefined;
  /** Answers some requests in a way of its own. */
  readonly own?: (path: string, request: IncomingMessage, answer: ServerResponse) => boolean;
  /** What its tokens are called, where two servers are told apart. */
  readonly name?: string;
  /** What a call of its tool needs. */
  readonly callScope?: string;
}

/** A request as it came; `key` is a header of the user's settings. */
interface Seen {
  readonly path: string;
  readonly body: string;
  readonly authorization: string | undefined;
  readonly key: string | string[] | undefined;
}

type Serve = (
  url: URL,
  body: string,
  answer: ServerResponse,
  type: string | undefined,
  accept: string,
) => unknown;

/** An MCP server that wants a login, and its login server, on one port. They refuse what `login-rules.ts` says. What it saw is in `log`. */
export async function startLogin(how: How = {}) {
  const log: string[] = [];
  const seen: Seen[] = [];
  const codes = new Map<string, URLSearchParams>();
  const clients = new Map<string, readonly string[]>();
  const refreshTokens = new Set<string>();
  /** Tokens that are good, with their scopes. */
  const good = new Map<string, string>();
  let count = 0;
  let base = '';
  const json = (answer: ServerResponse, body: unknown, status = 200) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const paths: Record<string, Serve> = {
    '/.well-known/oauth-protected-resource/mcp': (_, __, answer) => {
      const own = how.resource ? how.resource(base) : resourceOf(base);
      return own ? json(answer, own) : answer.writeHead(404).end();
    },
    '/.well-known/oauth-authorization-server': (_, __, answer) =>
      json(answer, { ...metadataOf(base), ...how.metadata?.(base) }),
    '/register': (_, body, answer, type) => {
      const sent = JSON.parse(body);
      const fault = registrationFault(type, sent);
      if (fault) return json(answer, fault, 400);
      log.push('registered');
      clients.set('wave-1', sent.redirect_uris);
      return json(answer, { ...sent, client_id: 'wave-1' }, 201);
    },
    '/authorize': (url, _, answer) => {
      const { searchParams: said } = url;
      const fault = pageFault(said, clients, `${base}/mcp`);
      if (fault) return json(answer, fault, 400);
      log.push(`page ${said.get('scope') ?? '-'} ${said.get('code_challenge_method')}`);
      const code = `code-${++count}`;
      codes.set(code, said);
      const back = new URL(said.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', said.get('state') ?? '');
      how.back?.(back.searchParams);
      return answer.writeHead(302, { location: back.href }).end();
    },
    '/token': (_, body, answer, type) => {
      const said = new URLSearchParams(body);
      log.push(`token ${said.get('grant_type')} for ${said.get('resource')?.replace(base, '')}`);
      const code = said.get('code') ?? '';
      const asked = codes.get(code);
      codes.delete(code);
      const fault = tokenFault(type, said, asked, refreshTokens, `${base}/mcp`);
      if (fault) return json(answer, fault, 400);
      const own = how.token?.(said, count);
      count++;
      if (own && 'error' in own) return json(answer, own, 400);
      const { name = '' } = how;
      const token = `access-${name}${count}`;
      good.set(token, asked?.get('scope') ?? '');
      const refresh_token = `refresh-${name}${count}`;
      const tokens = { access_token: token, token_type: 'Bearer', refresh_token, ...own };
      refreshTokens.add(tokens.refresh_token);
      return json(answer, tokens);
    },
    '/mcp': (_, body, answer, type, accept) => {
      if (!/json/.test(accept) || !/event-stream/.test(accept)) return answer.writeHead(406).end();
      if (!type?.startsWith('application/json')) return answer.writeHead(415).end();
      const message = JSON.parse(body || '{}');
      const token = seen.at(-1)?.authorization?.replace('Bearer ', '') ?? '';
      const scopes = good.get(token);
      const about = `resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
      if (scopes === undefined)
        return answer.writeHead(401, { 'www-authenticate': `Bearer scope="read", ${about}` }).end();
      const needs = message.method === 'tools/call' ? how.callScope : undefined;
      if (needs !== undefined && !needs.split(' ').every((one) => scopes.split(' ').includes(one)))
        return answer
          .writeHead(403, {
            'www-authenticate': `Bearer error="insufficient_scope", scope="${needs}", ${about}`,
          })
          .end();
      if (message.method === 'tools/call') log.push(`called with ${token}`);
      return message.id === undefined
        ? answer.writeHead(202).end()
        : json(answer, { jsonrpc: '2.0', id: message.id, result: RESULTS[message.method] ?? {} });
    },
  };
  const server = createServer(async (request, answer) => {
    const url = new URL(request.url ?? '/', base);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { authorization, 'x-key': key, 'content-type': type, accept = '' } = request.headers;
    seen.push({ path: url.pathname, body, authorization, key });
    if (how.own?.(url.pathname, request, answer)) return;
    if (request.method === 'GET' && url.pathname === '/mcp')
      return void answer.writeHead(405).end();
    const serve = paths[url.pathname];
    if (serve) serve(url, body, answer, type, accept);
    else answer.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, url: `${base}/mcp`, log, seen, good };
}

export const resourceOf = (base: string): Doc => ({
  resource: `${base}/mcp`,
  authorization_servers: [base],
});

export const metadataOf = (base: string): Doc => ({
  issuer: base,
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  registration_endpoint: `${base}/register`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
});

const RESULTS: Record<string, Doc> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'tickets', version: '1' },
  },
  'tools/list': { tools: [{ name: 'count', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'three tickets' }] },
};

/** A browser whose user says yes to everything. */
export const obedient = async ({ url }: { url: string }): Promise<string> => {
  const answer = await fetch(url, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
};
