import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cached, openCache } from './cache.ts';
import { PROTOCOLS, type Protocol } from './protocols.ts';
import type { Answer, Failure, Raw, Reply } from './reply.ts';
import { type Body, type Refusal, tokensIn } from './wire.ts';

export type { Protocol } from './protocols.ts';

export interface WireRequest {
  readonly protocol: Protocol;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
  /** What the provider's cache made of it; of requests that were not refused. */
  cached?: Cached;
  /** True once the client went away before the answer was complete. */
  dropped: boolean;
}

export interface WireServer {
  /** What the official clients take: without /v1 for Anthropic and Gemini, with it for OpenAI. */
  readonly baseUrl: Readonly<Record<Protocol, string>>;
  /** The environment that points Wave here, with a model of that protocol. */
  env(protocol: Protocol, model?: string): Record<string, string>;
  /** Adds replies; each request takes one. A function sees the request and makes its reply. */
  script(...replies: readonly (Reply | ((request: WireRequest) => Reply))[]): void;
  readonly requests: readonly WireRequest[];
  /** What real endpoints would have refused. */
  readonly faults: readonly string[];
  /** Rejects if a provider would have refused a request and the test did not look at `faults`. */
  close(): Promise<void>;
}

export interface WireOptions {
  /** Refuses requests of more tokens, in the provider's words; a `cutting` server answers with nothing at all. */
  readonly window?: number;
  readonly cutting?: boolean;
  /** Usage as the provider would count it, where a reply does not say; otherwise always the same few tokens. */
  readonly counts?: boolean;
}

/**
 * A model's endpoint on 127.0.0.1 that speaks all protocols of `protocols.ts`, as its script says, in network
 * pieces with odd borders. It checks every request as the real ones do: what they would refuse gets the status and
 * the words of the provider and shows in `faults`; so does a request that the script has no reply for.
 *
 *     const server = await startWire();
 *     server.script(call('Bash', { command: 'ls' }), say('Two files.'));
 *     const model = resolveModel({ env: server.env('anthropic') });
 *     ...
 *     await server.close();
 */
export async function startWire(options: WireOptions = {}): Promise<WireServer> {
  const state: State = { options, replies: [], requests: [], faults: [], cache: openCache() };
  const http = createServer((incoming, response) => void handle(state, incoming, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const versioned = `${root}/v1`;
  let lookedAt = 0;
  return {
    baseUrl: { anthropic: root, gemini: root, responses: versioned, chat: versioned },
    requests: state.requests,
    get faults() {
      lookedAt = state.faults.length;
      return state.faults;
    },
    env: (protocol, model = PROTOCOLS[protocol].model) => ({
      ...PROTOCOLS[protocol].env(root),
      WAVE_MODEL: `${PROVIDERS[protocol]}/${model}`,
    }),
    script: (...more) => void state.replies.push(...more),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      const unseen = state.faults.slice(lookedAt).filter((one) => one !== NO_REPLY.message);
      if (unseen.length > 0) throw new Error(`a provider would refuse this: ${unseen.join('\n')}`);
    },
  };
}

/** Wave's names for those who speak a protocol. */
const PROVIDERS: Readonly<Record<Protocol, string>> = {
  anthropic: 'anthropic',
  responses: 'openai',
  chat: 'openai',
  gemini: 'gemini',
};

interface State {
  readonly options: WireOptions;
  readonly cache: ReturnType<typeof openCache>;
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
  const refusals = refusalsOf(request, state.options);
  const next = refusals.length > 0 ? undefined : state.replies.shift();
  const wire = PROTOCOLS[request.protocol];
  if (!next && refusals.length === 0) refusals.push(NO_REPLY);
  state.faults.push(...refusals.map(({ message }) => message));
  const [refusal] = refusals;
  if (refusal) return refuse(to, wire.failure(refusal), refusal);
  request.cached = state.cache(wire.prefix(request.body));
  const reply = typeof next === 'function' ? next(request) : next;
  await answer(to, request, counted(reply ?? NO_REPLY, request, state.options));
}

const NO_REPLY: Refusal = {
  status: 400,
  message: 'the script of the wire server has no reply left',
};

function refusalsOf(request: WireRequest, { window, cutting }: WireOptions): Refusal[] {
  const wire = PROTOCOLS[request.protocol];
  if (!wire.path.test(request.path))
    return [{ status: 404, message: `no such path: ${request.path}` }];
  const refusals = [...wire.refusals(request)];
  const tokens = tokensIn(JSON.stringify(request.body));
  const isTooLong = window !== undefined && tokens > window && !cutting;
  return isTooLong ? [...refusals, wire.tooLong(tokens, window)] : refusals;
}

/** What the provider would have counted. A server that cuts a request in silence has nothing to say to it. */
function counted(reply: Reply, { cached, body }: WireRequest, options: WireOptions): Reply {
  if (!('blocks' in reply) || !cached) return reply;
  const { window = Number.POSITIVE_INFINITY, cutting } = options;
  if (cutting && tokensIn(JSON.stringify(body)) > window) return { ...reply, blocks: [] };
  if (!options.counts || reply.usage) return reply;
  const output = tokensIn(JSON.stringify(reply.blocks));
  const { input, read, written } = cached;
  return { ...reply, usage: { input: input - read - written, output, cached: read, written } };
}

async function read(incoming: IncomingMessage): Promise<WireRequest> {
  const { url = '', headers } = incoming;
  const path = url.split('?')[0] ?? '';
  const names = Object.keys(PROTOCOLS) as Protocol[];
  const protocol = names.find((name) => PROTOCOLS[name].path.test(path)) ?? 'anthropic';
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return { protocol, path, headers, body: JSON.parse(text || '{}'), dropped: false };
}

async function answer(to: ServerResponse, request: WireRequest, reply: Reply): Promise<void> {
  const wire = PROTOCOLS[request.protocol];
  if ('blocks' in reply) return stream(to, wire.events(reply, request), reply);
  if ('status' in reply) return refuse(to, wire.failure(reply), reply);
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
