import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWindow } from '../../../src/compaction/context-window.ts';
import type { Model } from '../../../src/vocabulary/model.ts';
import { fail, say } from '../../wire/reply.ts';
import { type Protocol, startWire, type WireServer } from '../../wire/server.ts';
import { failureOf, modelAt, request, user } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => server.close());

/** The words of each provider, and the limit that they name. */
const WORDS: readonly [string, Protocol, string, number | undefined][] = [
  ['Anthropic', 'anthropic', 'prompt is too long: 213462 tokens > 200000 maximum', 200_000],
  [
    'OpenAI',
    'responses',
    "This model's maximum context length is 272000 tokens. However, you requested more.",
    272_000,
  ],
  ['OpenAI', 'responses', 'Your input exceeds the context window of this model', undefined],
  [
    'Gemini',
    'gemini',
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)',
    1_048_575,
  ],
  [
    'xAI',
    'chat',
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    131_072,
  ],
  [
    'llama.cpp',
    'chat',
    'the request exceeds the available context size (4096 tokens), try increasing it',
    4_096,
  ],
  ['Kimi', 'chat', 'Your request exceeded model token limit: 262144 (requested: 300000)', 262_144],
  ['GLM', 'chat', 'Prompt exceeds max length', undefined],
  ['Copilot', 'chat', 'prompt token count of 140000 exceeds the limit of 128000', 128_000],
  ['Groq', 'chat', 'Please reduce the length of the messages or completion', undefined],
  [
    'Cerebras',
    'chat',
    'Please reduce the length of the messages. Current length is 139000 while limit is 131000',
    131_000,
  ],
  [
    'Mistral',
    'chat',
    'Prompt contains 200000 tokens, too large for model with 131072 maximum context length',
    131_072,
  ],
  ['MiniMax', 'chat', 'invalid params, context window exceeds limit (2013)', undefined],
  ['LM Studio', 'chat', 'The model is loaded with context length of only 4096 tokens', 4_096],
  ['Together', 'chat', '`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 6000', 4_097],
  ['Bedrock', 'anthropic', 'Input is too long for requested model.', undefined],
];
test.each(WORDS)('%s over %s: %s', async (_, protocol, message, limit) => {
  const { model } = modelAt(server, protocol);
  server.script(fail(400, { message }));
  const { error } = await failureOf(model);
  expect([error.kind, server.requests.length]).toEqual(['context', 1]);
  const window = createWindow(() => ({ id: 'm', window: 2_000_000 }));
  window.learn(error.message, 10_000);
  expect(window.size()).toBe(limit ?? 8_000);
});

describe('without a word', () => {
  const long = request(user('x'.repeat(40_000)));
  test('a window that is full in the middle of an answer', async () => {
    server.script(say('half', { stop: 'window' }));
    expect((await failureOf(modelAt(server, 'anthropic').model)).error.kind).toBe('context');
  });
  test('an empty answer of a server that cut the request', async () => {
    const small = await startWire({ window: 4_000, cutting: true });
    small.script(say('never said'));
    const { model } = modelAt(small, 'chat', { facts: { window: 4_000 } });
    const { error } = await failureOf(model, long);
    await small.close();
    expect([error.kind, error.message]).toEqual([
      'context',
      expect.stringContaining('context window of 4000 tokens is full'),
    ]);
  });
});

test('what is assumed of a model is said where nobody knows it', () => {
  const assumed = (about: Partial<Model>, own?: number) =>
    createWindow(() => ({ id: 'lab/m', provider: 'lab', thinks: false, ...about }), own).assumed();
  expect(assumed({})).toBe(
    'Wave does not know the model lab/m: it assumes a window of 128,000 tokens and asks for no thinking. You can set both ("wave help models").',
  );
  expect(assumed({ thinks: true })).toContain('128,000 tokens. You can set it (');
  const isKnown = [
    assumed({ window: 5_000 }),
    assumed({ id: 'claude-sonnet-5-5' }),
    assumed({}, 5_000),
    createWindow(() => ({ id: 'of-a-host' })).assumed(),
  ];
  expect(isKnown).toEqual([undefined, undefined, undefined, undefined]);
});

// In a stream there is no status: OpenAI's events of a response that failed, and what gateways put there.
const FULL = 'Your input exceeds the context window of this model.';
const CODE = 'context_length_exceeded';
const BODIES: readonly [Protocol, object][] = [
  [
    'responses',
    { type: 'response.failed', response: { id: 'r', error: { code: CODE, message: FULL } } },
  ],
  ['responses', { type: 'error', sequence_number: 1, code: CODE, message: FULL, param: 'input' }],
  ['chat', { error: { message: 'exceeds the available context size (4096 tokens)', code: 400 } }],
  [
    'gemini',
    { error: { code: 400, message: 'The input token count (9) exceeds the maximum', status: 'X' } },
  ],
];
test.each(BODIES)('%s, in a stream: %j', async (protocol, body) => {
  server.script({ body: `data: ${JSON.stringify(body)}\n\n` });
  const { error } = await failureOf(modelAt(server, protocol).model);
  expect([error.kind, server.requests.length]).toEqual(['context', 1]);
});
