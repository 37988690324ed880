import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ModelSettings, resolveModel } from '../../../src/model/resolve.ts';
import { fail, say } from '../../wire/reply.ts';
import { type Protocol, startWire, type WireServer } from '../../wire/server.ts';
import { failureOf, modelAt, partsOf, request, textOf } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => server.close());

const event = (type: string) => ({
  body: `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type, message: 'Sorry' } })}\n\n`,
});

/** Anthropic's errors in a stream have no status, only a type (API docs, errors). */
test.each([
  ['overloaded_error', 'server', 6],
  ['api_error', 'server', 6],
  ['rate_limit_error', 'limit', 8],
  ['authentication_error', 'auth', 1],
])('%s in a stream: %s, %i tries', async (type, kind, tries) => {
  server.script(...Array.from({ length: tries }, () => event(type)));
  const { error } = await failureOf(modelAt(server, 'anthropic').model);
  expect(error.kind).toBe(kind);
  expect(server.requests).toHaveLength(tries);
});

/** How long to wait, in words (Gemini and OpenAI, rate limits). */
test.each([
  ['gemini', 'You exceeded your current quota. Please retry in 34.07s.', 34_070],
  ['responses', 'Rate limit reached for gpt-5.5. Please try again in 900ms.', 900],
] as const)('%s says when to come back', async (protocol, message, ms) => {
  server.script(fail(429, { message }), say('ok'));
  const { model, waits } = modelAt(server, protocol);
  expect(textOf(await partsOf(model))).toBe('ok');
  expect(waits).toEqual([ms]);
});

test('a wrong key at Gemini is about the key, though its status is 400', async () => {
  server.script(fail(400, { message: 'API key not valid. Please pass a valid API key.' }));
  const { error } = await failureOf(modelAt(server, 'gemini').model);
  expect(error.message).toContain('Check GEMINI_API_KEY.');
});

test.each(['anthropic', 'responses'] as Protocol[])(
  '%s may say that a try is of no use',
  async (at) => {
    server.script(fail(500, { headers: { 'x-should-retry': 'false' }, message: 'No.' }));
    await failureOf(modelAt(server, at).model);
    expect(server.requests).toHaveLength(1);
  },
);

/** A model as an environment gives it, asked once. */
async function askedFor(env: Record<string, string>, model: string, settings?: ModelSettings) {
  const found = resolveModel({ env, model, settings });
  if (typeof found === 'string') throw new Error(found);
  await partsOf(found, { ...request(), effort: 'default' });
  return server.requests.at(-1);
}

// OpenRouter's docs, prompt caching: Claude needs to be asked, others cache by themselves.
test.each([
  ['anthropic/claude-sonnet-5.5', { type: 'ephemeral' }],
  ['openai/gpt-5.1', undefined],
])('over OpenRouter, %s is asked to cache: %j', async (model, mark) => {
  server.script(say('ok'));
  const env = { OPENROUTER_API_KEY: 'k', OPENROUTER_BASE_URL: server.baseUrl.chat };
  const sent = await askedFor(env, `openrouter/${model}`);
  expect(sent?.body as object).toMatchObject(mark ? { cache_control: mark } : {});
});

test.each([
  ['anthropic', { cache: false }, 0],
  ['anthropic', {}, 3],
  ['openrouter', { cache: true }, 1],
] as const)(
  'a model of %s with the facts %j is marked for the cache %i times',
  async (type, facts, marks) => {
    server.script(say('ok'));
    const baseUrl = server.baseUrl[type === 'anthropic' ? 'anthropic' : 'chat'];
    const own = { type, baseUrl, keyVariable: 'OWN_KEY', models: { any: facts } };
    const sent = await askedFor({ OWN_KEY: 'k' }, 'own/any', { providers: { own } });
    expect(JSON.stringify(sent?.body).split('"cache_control"').length - 1).toBe(marks);
  },
);

// Azure's v1 API; a deployment has any name, so the settings say that it thinks.
test('Azure is asked at any address, and for encrypted thoughts where a deployment has them', async () => {
  const azure = await startCloud();
  const env = { AZURE_API_KEY: 'k', AZURE_OPENAI_ENDPOINT: azure.url };
  const providers = { azure: { models: { mine: { thinking: 'effort' as const } } } };
  await askedFor(env, 'azure/mine', { providers }).catch(() => {});
  await askedFor(env, 'azure/other', { providers }).catch(() => {});
  expect(azure.asked.map(({ url, body }) => [url, body.include])).toEqual([
    ['/openai/v1/responses', ['reasoning.encrypted_content']],
    ['/openai/v1/responses', undefined],
  ]);
});

interface CloudRequest {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly include?: string[] };
}

/** Takes whatever comes, and refuses it. */
async function startCloud() {
  const asked: CloudRequest[] = [];
  const http = createServer(async (incoming, response) => {
    const { url, headers } = incoming;
    const chunks = await incoming.toArray();
    asked.push({ url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(400).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  return { asked, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

// Vertex' REST reference: publishers' models in a project, and with a key alone (express mode).
const PLACE = '/projects/p/locations/europe-west1/publishers';
test.each([
  [
    'gemini-3.6-flash',
    'ya29.t',
    `/v1beta1${PLACE}/google/models/gemini-3.6-flash`,
    'Bearer ya29.t',
  ],
  [
    'claude-sonnet-5-5',
    'ya29.t',
    `/v1${PLACE}/anthropic/models/claude-sonnet-5-5`,
    'Bearer ya29.t',
  ],
  ['gemini-3.6-flash', 'AIza1', '/v1/publishers/google/models/gemini-3.6-flash', undefined],
])('Vertex is asked for %s with %s at any address', async (model, key, path, bearer) => {
  const cloud = await startCloud();
  const env = { GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_CLOUD_LOCATION: 'europe-west1' };
  const vertex = { baseUrl: cloud.url, keyCommand: `echo ${key}` };
  await askedFor(env, `vertex/${model}`, { providers: { vertex } }).catch(() => {});
  const { url = '', headers = {} } = cloud.asked[0] ?? {};
  expect([url.slice(0, url.lastIndexOf(':')), headers.authorization]).toEqual([path, bearer]);
  expect(headers['x-goog-api-key']).toBe(bearer ? undefined : key);
});

// Amazon has no search of its own, and refuses a tool of a type that it does not know.
test('Bedrock is asked for Claude without a search', async () => {
  const cloud = await startCloud();
  const env = { AWS_BEARER_TOKEN_BEDROCK: 'b', AWS_REGION: 'us-east-1' };
  const model = resolveModel({
    ...{ env, model: 'bedrock/sonnet' },
    settings: { providers: { bedrock: { baseUrl: cloud.url } } },
  });
  if (typeof model === 'string') throw new Error(model);
  await partsOf(model, { ...request(), search: {} }).catch(() => {});
  const { url, body } = cloud.asked[0] ?? {};
  expect(url).toMatch(
    /^\/model\/global\.anthropic\.claude-sonnet-5-5\/invoke-with-response-stream/,
  );
  expect(JSON.stringify(body)).toContain('"name":"Bash"');
  expect(JSON.stringify(body)).not.toContain('web_search');
});

test('a key that expired is printed anew by its program, once', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'wave-key-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'n');
  writeFileSync(file, 'k');
  const keyCommand = `cat ${file}; printf k >> ${file}`;
  const { model } = modelAt(server, 'anthropic', { keyCommand, key: undefined });
  server.script(say('one'), fail(401, { message: 'expired' }), say('two'), fail(401), fail(401));
  expect(textOf(await partsOf(model))).toBe('one');
  expect(textOf(await partsOf(model))).toBe('two');
  expect((await failureOf(model)).error.kind).toBe('auth');
  const keys = server.requests.map(({ headers }) => headers['x-api-key']);
  expect(keys).toEqual(['k', 'k', 'kk', 'kk', 'kkk']);
});
