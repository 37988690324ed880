import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROVIDER_TYPES } from '@wavehooks/settings';
import { afterEach, describe, expect, test } from 'vitest';
import { createModel } from '../../src/model/provider/provider.ts';
import { configured } from '../../src/model/providers/configured.ts';
import { PROVIDERS } from '../../src/model/providers/index.ts';
import { ollama } from '../../src/model/providers/ollama.ts';
import { localModels, reachProviders, resolveAnyModel } from '../../src/model/reachable.ts';
import { type Resolved, resolveEndpoint, resolveModel } from '../../src/model/resolve.ts';
import { say } from '../wire/reply.ts';
import { startWire } from '../wire/server.ts';
import { partsOf } from './helpers.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server that answers these paths with JSON, and nothing else; without its key, not even those. */
async function serving(paths: Readonly<Record<string, object>>, key?: string): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const mayAsk = key === undefined || headers.authorization === `Bearer ${key}`;
    const body = mayAsk ? paths[url.split('?')[0] ?? ''] : undefined;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'not found' }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Nobody listens there. */
const NOWHERE = Object.fromEntries(
  PROVIDERS.flatMap(({ local, variables }) =>
    local && variables.address ? [[variables.address, 'http://127.0.0.1:1']] : [],
  ),
);

const KEYS = Object.fromEntries(
  PROVIDERS.flatMap(({ local, variables }) =>
    local && variables.key ? [[variables.key, 'k']] : [],
  ),
);

const AWS = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };

/** What is in the environment, which model that gives, and where it would be asked. */
const FOUND: readonly [string, Record<string, string>, string, string][] = [
  ['Anthropic', { ANTHROPIC_API_KEY: 'k' }, 'claude-sonnet-5-5', 'https://api.anthropic.com/v1'],
  ['OpenAI', { OPENAI_API_KEY: 'k' }, 'gpt-6.1-sol', 'https://api.openai.com/v1'],
  [
    'Gemini',
    { GEMINI_API_KEY: 'k' },
    'gemini/gemini-3.8-flash',
    'https://generativelanguage.googleapis.com/v1beta',
  ],
  [
    'OpenRouter',
    { OPENROUTER_API_KEY: 'k' },
    'openrouter/anthropic/claude-sonnet-5.5',
    'https://openrouter.ai/api/v1',
  ],
  [
    'Azure',
    { AZURE_API_KEY: 'k', AZURE_RESOURCE_NAME: 'mine', WAVE_MODEL: 'azure/deployed' },
    'azure/deployed',
    'https://mine.openai.azure.com/openai/v1',
  ],
  [
    'Bedrock',
    { ...AWS, AWS_REGION: 'eu-west-1' },
    'bedrock/global.anthropic.claude-sonnet-5-5',
    'https://bedrock-runtime.eu-west-1.amazonaws.com',
  ],
  [
    'Vertex',
    { GOOGLE_CLOUD_PROJECT: 'p', GOOGLE_CLOUD_LOCATION: 'global' },
    'vertex/gemini-3.8-flash',
    'https://aiplatform.googleapis.com',
  ],
];
test.each(FOUND)('%s is found', async (_, env, id, baseUrl) => {
  expect(resolveModel({ env })).toMatchObject({ id });
  expect(resolveEndpoint({ env })).toMatchObject({ endpoint: { baseUrl } });
});

/** Part of what is needed: one sentence names the rest. */
const HALF: readonly [string, Record<string, string>, string][] = [
  ['Azure', { AZURE_API_KEY: 'k' }, 'Azure needs to know your resource. Set AZURE_RESOURCE_NAME'],
  ['Azure', { AZURE_RESOURCE_NAME: 'mine' }, 'Azure needs a key. Set AZURE_API_KEY'],
  [
    'Azure',
    { AZURE_API_KEY: 'k', AZURE_RESOURCE_NAME: 'mine' },
    'Name one with --model azure/NAME.',
  ],
  ['Bedrock', AWS, 'Amazon Bedrock needs to know your region. Set AWS_REGION'],
  ['Vertex', { GOOGLE_APPLICATION_CREDENTIALS: 'f' }, 'Set GOOGLE_CLOUD_PROJECT.'],
];
test.each(HALF)('%s with %j says what is missing', (_, env, sentence) => {
  expect(resolveModel({ env })).toContain(sentence);
});

const HOSTED = PROVIDERS.filter(({ local }) => !local);
test.each(HOSTED.map((row) => [row.name, row.needs] as const))(
  '%s says what to set when it is named and nothing is there',
  (name, needs) => {
    const said = resolveModel({ env: {}, model: `${name}/some-model` });
    expect(said).toMatch(/^The model "some-model" needs /);
    expect(said).toContain(`Set ${needs}`);
  },
);

/** How each local server shows itself, its models, and the window it tells. */
const LOCAL: readonly [string, string, Record<string, object>][] = [
  [
    'ollama',
    'OLLAMA_HOST',
    {
      '/api/tags': { models: [] },
      '/v1/models': { data: [{ id: 'qwen3-coder' }] },
      '/api/ps': { models: [{ name: 'qwen3-coder', context_length: 8_192 }] },
    },
  ],
  [
    'lmstudio',
    'LMSTUDIO_BASE_URL',
    {
      '/api/v0/models': { data: [{ id: 'qwen3-coder', loaded_context_length: 8_192 }] },
      '/v1/models': { data: [{ id: 'qwen3-coder' }] },
    },
  ],
  [
    'vllm',
    'VLLM_BASE_URL',
    {
      '/version': { version: '1' },
      '/v1/models': { data: [{ id: 'qwen3-coder', max_model_len: 8_192 }] },
    },
  ],
  [
    'llamacpp',
    'LLAMA_BASE_URL',
    {
      '/props': { default_generation_settings: { n_ctx: 8_192 } },
      '/v1/models': { data: [{ id: 'qwen3-coder' }] },
    },
  ],
];
describe.each(LOCAL)('%s', (name, variable, paths) => {
  test('gives the first model it has, and its window with the first request', async () => {
    const env = { ...NOWHERE, [variable]: await serving(paths, 'k'), ...KEYS };
    const model = await resolveAnyModel({ env });
    if (typeof model === 'string') throw new Error(model);
    expect([model.id, model.window]).toEqual([`${name}/qwen3-coder`, undefined]);
    const { signal } = new AbortController();
    const request = { system: '', tools: [], messages: [{ role: 'user' as const, content: 'hi' }] };
    await expect(async () => {
      for await (const _ of model.stream(request, { signal }));
    }).rejects.toThrow('404');
    expect(model.window).toBe(8_192);
  });

  test('is not mistaken for another program at its usual address', async () => {
    const address = await serving({ '/v1/models': { data: [{ id: 'other' }] } });
    const signal = AbortSignal.timeout(5_000);
    const known = configured().find((one) => one.name === name);
    if (!known?.row.local) throw new Error('it runs elsewhere');
    const usual = { ...known, row: { ...known.row, local: { ...known.row.local, address } } };
    expect(await localModels(usual, { env: {} }, signal)).toBe(undefined);
    // At an address that the user names, it is what the user says.
    expect(await localModels(known, { env: { [variable]: address } }, signal)).toEqual([
      `${name}/other`,
    ]);
    const found = await reachProviders({ env: NOWHERE }, signal);
    expect(found.find((one) => one.name === name)).toEqual({
      ...{ name, title: expect.any(String), needs: expect.stringContaining(variable) },
    });
  });
});

test('Ollama is asked again for the window once it has loaded the model', async () => {
  const wire = await startWire();
  wire.script(say('One.'), say('Two.'));
  let models: object[] = [];
  const server = createServer(async (incoming, response) => {
    if (incoming.url === '/api/ps') return void response.end(JSON.stringify({ models }));
    models = [{ name: 'devstral:latest', context_length: 65_536 }];
    const body = Buffer.concat(await incoming.toArray());
    const asked = await fetch(`${wire.baseUrl.chat}/chat/completions`, { method: 'POST', body });
    response.writeHead(asked.status, { 'content-type': 'text/event-stream' });
    response.end(await asked.text());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = { OLLAMA_HOST: `127.0.0.1:${(server.address() as AddressInfo).port}` };
  // What Wave knows of a model by its name does not count here.
  const model = resolveModel({ env, model: 'ollama/devstral' });
  if (typeof model === 'string') throw new Error(model);
  await partsOf(model);
  expect(model.window).toBe(65_536);
  await wire.close();
});

test.each([
  ['ollama/qwen3:8b', {}, 'http://127.0.0.1:11434/v1'],
  ['ollama/qwen3:8b', { OLLAMA_HOST: '0.0.0.0' }, 'http://127.0.0.1:11434/v1'],
  ['ollama/qwen3:8b', { OLLAMA_HOST: 'box:80' }, 'http://box:80/v1'],
  ['lmstudio/a/b', {}, 'http://127.0.0.1:1234/v1'],
  ['vllm/Qwen/Q', {}, 'http://127.0.0.1:8000/v1'],
  ['llamacpp/any', {}, 'http://127.0.0.1:8080/v1'],
])('%s with %j is asked at %s', (model, env, baseUrl) => {
  expect(resolveEndpoint({ env, model })).toMatchObject({ endpoint: { baseUrl } });
});

test('a local server that is named and does not run: one sentence says what to start', async () => {
  const env = { OLLAMA_HOST: 'http://127.0.0.1:1' };
  const model = createModel({
    ...(resolveEndpoint({ env, model: 'ollama/m' }) as Resolved).endpoint,
    ...{ open: ollama.open, sleep: async () => {} },
  });
  const { signal } = new AbortController();
  await expect(async () => {
    for await (const _ of model.stream({ system: '', tools: [], messages: [] }, { signal }));
  }).rejects.toThrow(
    'No connection to 127.0.0.1:1 (ECONNREFUSED). Set OLLAMA_HOST, or start it with "ollama serve".',
  );
});

describe('names', () => {
  const env = { ANTHROPIC_API_KEY: 'a', OPENROUTER_API_KEY: 'o', ...AWS, AWS_REGION: 'us-east-1' };
  const at = (model: string) => {
    const found = resolveEndpoint({ env, model });
    return typeof found === 'string' ? found : [found.endpoint.provider, found.endpoint.model];
  };
  test.each([
    ['openrouter/openai/gpt-5.1', ['openrouter', 'openai/gpt-5.1']],
    ['sonnet', ['anthropic', 'claude-sonnet-5-5']],
    ['opus', ['anthropic', 'claude-opus-5-5']],
    ['haiku', ['anthropic', 'claude-haiku-5-5']],
    ['bedrock/opus', ['bedrock', 'global.anthropic.claude-opus-5-5']],
    ['openrouter/sonnet', ['openrouter', 'anthropic/claude-sonnet-5.5']],
  ])('%s', (name, expected) => expect(at(name)).toEqual(expected));
});

test('the settings know every type of provider', () => {
  expect([...PROVIDER_TYPES]).toEqual([...PROVIDERS.map(({ name }) => name), 'compatible']);
});

describe('providers in the settings', () => {
  const providers = {
    work: {
      ...{ type: 'anthropic' as const, baseUrl: 'https://llm.test', keyVariable: 'WORK_KEY' },
      ...{ headers: { 'x-team': 't' }, models: { m: { window: 5_000 } } },
    },
    lab: { baseUrl: 'http://10.0.0.5:8000/v1' },
    program: { type: 'openai' as const, keyCommand: 'echo secret' },
  };
  const found = (model: string) =>
    resolveEndpoint({ env: { WORK_KEY: 'w' }, model, settings: { providers } });
  test('have an address, a key by a variable, and headers', () => {
    expect(found('work/m')).toMatchObject({
      endpoint: {
        ...{ provider: 'work', protocol: 'anthropic', model: 'm', key: 'w' },
        ...{ baseUrl: 'https://llm.test/v1', headers: { 'x-team': 't' } },
      },
    });
    const model = resolveModel({
      env: { WORK_KEY: 'w' },
      model: 'work/m',
      settings: { providers },
    });
    expect(model).toMatchObject({ id: 'work/m', window: 5_000 });
  });
  test('speak chat completions if nothing else is said', () => {
    expect(found('lab/qwen/x')).toMatchObject({
      endpoint: { provider: 'lab', protocol: 'chat', model: 'qwen/x', key: undefined },
    });
  });
  test('may have a program that prints the key, which is not run before the first request', () => {
    expect(found('program/gpt-5.6')).toMatchObject({
      endpoint: { provider: 'program', protocol: 'responses', keyCommand: 'echo secret' },
    });
  });
  test('no key but their own goes to their address', () => {
    const env = { ANTHROPIC_API_KEY: 'a', ANTHROPIC_AUTH_TOKEN: 't' };
    const { work, lab } = providers;
    const at = (more: object, model: string) =>
      resolveEndpoint({ env: { ...env, ...more }, model, settings: { providers: { work, lab } } });
    expect(at({}, 'work/m')).toContain('Set WORK_KEY');
    expect(at({ WORK_KEY: 'w' }, 'work/m')).toMatchObject({
      endpoint: { key: 'w', token: undefined },
    });
    // A provider without its key does not keep the others from being found.
    expect(at({}, '')).toMatchObject({ endpoint: { provider: 'anthropic', key: 'a' } });
  });
  test('without a model and a key of another, say that none is named', () => {
    expect(resolveEndpoint({ env: {}, settings: { providers: { lab: providers.lab } } })).toContain(
      'providers.lab.baseUrl is set, but no model is named.',
    );
  });
  test('may have the type of one that signs its requests or routes them', () => {
    const providers = { aws: { type: 'bedrock' }, router: { type: 'openrouter' } } as const;
    const env = { ...AWS, AWS_REGION: 'us-east-1', OPENROUTER_API_KEY: 'o' };
    const types = ['aws/m', 'router/m'].map((model) => {
      const at = resolveEndpoint({ env, model, settings: { providers } });
      return typeof at === 'string' ? at : at.endpoint.type;
    });
    expect(types).toEqual(['bedrock', 'openrouter']);
  });
});
