import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, fail } from '../../agent-sdk/test/wire/reply.ts';
import { type Protocol, startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, wave } from './helpers.ts';

const NOWHERE = 'http://127.0.0.1:1';
/** No key, and no server that may run on this machine. */
const BARE = {
  ...{ ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', OPENAI_API_KEY: '', OPENAI_BASE_URL: '' },
  ...{ GEMINI_API_KEY: '', GOOGLE_API_KEY: '', OPENROUTER_API_KEY: '', AZURE_API_KEY: '' },
  ...{ AWS_PROFILE: '', AWS_ACCESS_KEY_ID: '', AWS_BEARER_TOKEN_BEDROCK: '', WAVE_MODEL: '' },
  ...{ GOOGLE_CLOUD_PROJECT: '', GOOGLE_APPLICATION_CREDENTIALS: '', OLLAMA_HOST: NOWHERE },
  ...{ LMSTUDIO_BASE_URL: NOWHERE, VLLM_BASE_URL: NOWHERE, LLAMA_BASE_URL: NOWHERE },
};

/** Ollama, as far as it lists what it has. */
async function ollama(): Promise<string> {
  const server = createServer(({ url }, response) => {
    const lists = { '/api/tags': { models: [] }, '/v1/models': { data: [{ id: 'qwen3:8b' }] } };
    const found = lists[url as keyof typeof lists];
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('wave models', () => {
  test('with nothing there, says what to start and to set, and exits with 1', async () => {
    const { stdout, code } = await wave(['models'], place(), { env: BARE });
    expect(stdout).toContain(
      'OLLAMA_HOST is set, but no model was found there. Set OLLAMA_HOST, or start it with "ollama serve".',
    );
    expect(stdout).toMatch(/gemini +Google Gemini: not set up. Set GEMINI_API_KEY/);
    expect(code).toBe(1);
  });

  test('lists what a local server has, and says which is the default and why', async () => {
    const env = { ...BARE, OLLAMA_HOST: await ollama() };
    const { stdout, code } = await wave(['models'], place(), { env });
    expect(stdout).toContain(
      'Default: ollama/qwen3:8b  ollama is the first provider that was found',
    );
    expect(stdout).toMatch(/ollama +Ollama: 1 model\n {2}ollama\/qwen3:8b/);
    expect(code).toBe(0);
    const { stdout: json } = await wave(['models', '--json'], place(), { env });
    expect(JSON.parse(json)).toMatchObject({
      default: { model: 'ollama/qwen3:8b', provider: 'ollama' },
    });
  });
});

describe('wave models test', () => {
  test.each(['anthropic', 'responses', 'chat', 'gemini'] as Protocol[])('%s', async (protocol) => {
    const server = await startWire();
    onTestFinished(() => server.close());
    server.script(call('ready', { word: 'yes' }));
    const env = { ...BARE, ...server.env(protocol) };
    const { stdout, stderr, code } = await wave(['models', 'test'], place(), { env });
    expect(`${stdout}${stderr}`).toMatch(/It called the tool, after/);
    expect(code).toBe(0);
  });

  test('says what went wrong, and exits with 1', async () => {
    const server = await startWire();
    onTestFinished(() => server.close());
    server.script(fail(401, { message: 'invalid x-api-key' }));
    const env = { ...BARE, ...server.env('anthropic') };
    const { stderr, code } = await wave(['models', 'test'], place(), { env });
    expect(stderr).toContain('refused the key (401: invalid x-api-key');
    expect(stderr).toContain('Check ANTHROPIC_API_KEY.');
    expect(code).toBe(1);
  });

  test('tells what is assumed of a model that Wave does not know', async () => {
    const server = await startWire();
    onTestFinished(() => server.close());
    server.script(call('ready', { word: 'yes' }));
    const env = { ...BARE, ...server.env('chat', 'nobody-knows') };
    const { stdout } = await wave(['models', 'test'], place(), { env });
    expect(stdout).toContain('it assumes a window of 128,000 tokens');
  });
});
