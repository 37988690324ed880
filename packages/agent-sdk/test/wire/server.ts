import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnthropicBody } from './check-anthropic.ts';
import type { OpenAIBody } from './check-openai.ts';
import { PROTOCOLS, type Protocol } from './protocols.ts';
import type { Answer, Failure, Raw, Reply } from './reply.ts';

export type { Protocol } from './protocols.ts';

export interface WireRequest {
  readonly protocol: Protocol;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: AnthropicBody & OpenAIBody;
  /** True once the client went away before the answer was complete. */
  dropped: boolean;
}

export interface WireServer {
  /** What the official clients take: without /v1 for Anthropic, with it for OpenAI. */
  readonly baseUrl: Readonly<Record<Protocol, string>>;
  /** The environment that points Wave here. */
  env(protocol: Protocol): Record<string, string>;
  /** Adds replies; each request takes one. A function sees the request and makes its reply. */
  script(...replies: readonly (Reply | ((request: WireRequest) => Reply))[]): void;
  readonly requests: readonly WireRequest[];
  /** What real endpoints would have refused. A test ends with `expect(server.faults).toEqual([])`. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/**
 * A model's endpoint on 127.0.0.1 that speaks the streams of Anthropic (POST /v1/messages) and of
 * OpenAI (POST /v1/chat/completions), as its script says, in network pieces with odd borders. It
 * checks every request as the real ones do: what they would refuse gets a 400 and shows in `faults`;
 * so does a request that the script has no reply for.
 *
 *     const server = await startWire();
 *     server.script(call('Bash', { command: 'ls' }), say('Two files.'));
 *     const model = resolveModel({ env: server.env('anthropic') });
 *     ...
 *     expect(server.faults).toEqual([]);
 *     await server.close();
 */
export async function startWire(): Promise<WireServer> {
  const state: State = { replies: [], requests: [], faults: [] };
  const http = createServer((incoming, response) => void handle(state, incoming, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const baseUrl = { anthropic: root, openai: `${root}/v1` };
  return {
    baseUrl,
    requests: state.requests,
    faults: state.faults,
    env: (protocol) => ({
      [`${protocol.toUpperCase()}_API_KEY`]: 'test-key',
      [`${protocol.toUpperCase()}_BASE_URL`]: baseUrl[protocol],
      WAVE_MODEL: `${protocol}/${PROTOCOLS[protocol].model}`,
    }),
    script: (...more) => void state.replies.push(...more),
    close: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
}

interface State {
  readonly replies: (Reply | ((request: WireRequest) => Reply))[];
  readonly requests: WireRequest[];
  readonly faults: string[];
}

async function handle(state: State, incoming: IncomingMessage, to: ServerResponse): Promise<void> {
  const request = await read(incoming);
  state.requests.push(request);
  to.on('close', () => {
    request.dropped = !to.writableFinished;
  });
  const wrong = wrongWith(request);
  const next = wrong.length > 0 ? undefined : state.replies.shift();
  if (!next && wrong.length === 0) wrong.push('the script of the wire server has no reply left');
  state.faults.push(...wrong);
  const reply = typeof next === 'function' ? next(request) : next;
  await answer(to, request.protocol, reply ?? { status: 400, message: wrong.join('; ') });
}

function wrongWith({ protocol, path, headers, body }: WireRequest): string[] {
  if (path !== PROTOCOLS[protocol].path) return [`no such path: ${path}`];
  const faults = PROTOCOLS[protocol].faults(body);
  if (protocol === 'openai') return faults;
  if (!headers['anthropic-version']) faults.push('anthropic-version: header is required');
  if (!headers['x-api-key'] && !headers.authorization) faults.push('x-api-key header is required');
  return faults;
}

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  const { url: path = '', headers } = incoming;
  const protocol = path.endsWith('/chat/completions') ? 'openai' : 'anthropic';
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { protocol, path, headers, body: JSON.parse(text || '{}'), dropped: false };
}

async function answer(to: ServerResponse, protocol: Protocol, reply: Reply): Promise<void> {
  if ('blocks' in reply) return stream(to, PROTOCOLS[protocol].events(reply), reply);
  if ('status' in reply) return refuse(to, PROTOCOLS[protocol].failure(reply), reply);
  raw(to, reply);
}

async function stream(to: ServerResponse, events: string[], reply: Answer): Promise<void> {
  to.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events.slice(0, reply.broken?.after)) {
    if (reply.slowMs) await sleep(reply.slowMs);
    const bytes = Buffer.from(event);
    for (let i = 0; i < bytes.length; i += 37) to.write(bytes.subarray(i, i + 37));
  }
  if (reply.broken?.how === 'hang') return;
  if (reply.broken?.how === 'murmur') {
    const murmur = setInterval(() => to.write(': still here\n\n'), 15);
    to.on('close', () => clearInterval(murmur));
    return;
  }
  if (reply.broken?.how !== 'cut') return void to.end();
  // What was written must be out before the cut, or the client would see nothing at all.
  await sleep(20);
  to.destroy();
}

function refuse(to: ServerResponse, body: string, { status, headers }: Failure): void {
  to.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function raw(to: ServerResponse, { body, contentType }: Raw): void {
  to.writeHead(200, { 'content-type': contentType ?? 'text/event-stream' }).end(body);
}
