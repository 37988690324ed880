import type { ProviderSettings } from '@wavehooks/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveModel } from '../../../src/model/resolve.ts';
import type { Effort, Model } from '../../../src/vocabulary/model.ts';
import { say } from '../../wire/reply.ts';
import { type Protocol, startWire, type WireServer } from '../../wire/server.ts';
import { partsOf, request, user } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

/** A model of the settings' own provider `mine`. */
function modelWith(
  protocol: Protocol,
  type: ProviderSettings['type'],
  name: string,
  facts: object,
) {
  const baseUrl = server.baseUrl[protocol];
  const provider = { baseUrl, keyVariable: 'MY_KEY', models: { [name]: facts } };
  return resolveModel({
    env: { MY_KEY: 'k' },
    model: `mine/${name}`,
    settings: { providers: { mine: { ...provider, ...(type ? { type } : {}) } } },
  }) as Model;
}

const SAME = ['anthropic', 'responses', 'gemini', 'chat'] as const;
const TYPES = {
  anthropic: 'anthropic',
  responses: 'openai',
  gemini: 'gemini',
  chat: undefined,
} as const;
const NAMES = {
  ...{ anthropic: 'claude-sonnet-5-5', responses: 'gpt-6.1-sol' },
  ...{ gemini: 'gemini-3.8-flash', chat: 'some-model' },
};

/** Where each protocol has the limit of an answer. */
const limitIn = (body: object) => {
  const all = body as Record<string, unknown> & { generationConfig?: Record<string, unknown> };
  return all['max_tokens'] ?? all['max_output_tokens'] ?? all.generationConfig?.['maxOutputTokens'];
};

test.each(SAME)('the output limit of the settings is asked for: %s', async (protocol) => {
  server.script(say('ok'));
  await partsOf(modelWith(protocol, TYPES[protocol], NAMES[protocol], { output: 5_000 }));
  expect(limitIn(server.requests[0]?.body ?? {})).toBe(5_000);
});

test.each([
  ['claude-sonnet-5-5', 128_000],
  ['claude-sonnet-4-5', 64_000],
  ['kimi-k2', 32_000],
  ['nobody-knows', 8_192],
])('over Messages, %s is asked for %i tokens', async (name, limit) => {
  server.script(say('ok'));
  await partsOf(modelWith('anthropic', 'anthropic', name, {}));
  expect(limitIn(server.requests[0]?.body ?? {})).toBe(limit);
});

test.each(SAME)('a model that reads no images gets none: %s', async (protocol) => {
  server.script(say('ok'));
  const image = { type: 'file' as const, mediaType: 'image/png', data: PIXEL };
  const content = [{ type: 'text' as const, text: 'look' }, image];
  const model = modelWith(protocol, TYPES[protocol], NAMES[protocol], { images: false });
  await partsOf(model, request({ role: 'user', content }, ...[]));
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).not.toContain(PIXEL);
  expect(sent).toContain('an image was left out');
});

test.each(SAME)('one that does gets it: %s', async (protocol) => {
  server.script(say('ok'));
  const image = { type: 'file' as const, mediaType: 'image/png', data: PIXEL };
  await partsOf(
    modelWith(protocol, TYPES[protocol], NAMES[protocol], {}),
    request(
      user('hi'),
      { role: 'assistant', content: [{ type: 'text', text: 'yes?' }] },
      {
        role: 'user',
        content: [image, { type: 'text', text: 'look' }],
      },
    ),
  );
  expect(JSON.stringify(server.requests[0]?.body)).toContain(PIXEL);
});

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const EFFORTS: readonly Effort[] = ['default', 'off', 'low', 'medium', 'high', 'xhigh', 'max'];
test.each([...Object.entries(NAMES), ['responses', 'gpt-6-sol'], ['anthropic', 'claude-opus-5-5']])(
  'no effort is one that the model would refuse: %s, %s',
  async (protocol, name) => {
    const at = protocol as Protocol;
    for (const effort of EFFORTS) {
      server.script(say('ok'));
      await partsOf(modelWith(at, TYPES[at], name, {}), { ...request(), effort });
    }
    expect(server.requests).toHaveLength(EFFORTS.length);
  },
);
