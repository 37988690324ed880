import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judge } from '../../../src/model/provider/failure.ts';
import { ModelError } from '../../../src/vocabulary/model.ts';
import { fail, type Reply, say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { configFor, failureOf, modelAt } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe.each(['anthropic', 'chat'] as const)('%s', (protocol) => {
  const told: [string, Reply, ModelError['kind'], number, RegExp][] = [
    ['a bad key', fail(401), 'auth', 1, /refused the key.*_API_KEY/],
    ['no permission', fail(403), 'auth', 1, /refused the key/],
    ['an unknown model', fail(404), 'model', 1, /does not know the model/],
    ['the limit', fail(429, { message: 'slow down' }), 'limit', 8, /slow down.*try again/],
    ['an overload', fail(529), 'server', 6, /cannot answer now \(529/],
    ['a refusal', fail(400, { message: 'no such thing' }), 'request', 1, /400: no such thing/],
    ['no credit', fail(429, { type: 'insufficient_quota' }), 'limit', 1, /no credit left/],
    [
      'a long conversation',
      fail(400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
      'context',
      1,
      /conversation is too long/,
    ],
    [
      'a long conversation in the words of OpenAI',
      fail(400, {
        type: 'context_length_exceeded',
        message: "This model's maximum context length is 8",
      }),
      'context',
      1,
      /conversation is too long/,
    ],
    [
      'a long conversation and its answer',
      fail(400, { message: 'input length and `max_tokens` exceed context limit: 190 + 20 > 200' }),
      'context',
      1,
      /conversation is too long/,
    ],
    [
      'a request of many bytes',
      fail(413),
      'size',
      1,
      /request is larger than 127\.0\.0\.1:\d+ takes/,
    ],
    [
      'a request of many tokens, told as one of many bytes',
      fail(413, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }),
      'context',
      1,
      /conversation is too long/,
    ],
    [
      'a long conversation, told in the stream',
      {
        body:
          protocol === 'anthropic'
            ? 'event: error\ndata: {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8 maximum"}}\n\n'
            : 'data: {"error":{"message":"This model\'s maximum context length is 8","code":"context_length_exceeded"}}\n\n',
      },
      'context',
      1,
      /conversation is too long/,
    ],
    ['garbage', { body: 'data: {"nonsense": true}\n\n' }, 'server', 4, /not understood.*_BASE_URL/],
    [
      'a web page',
      { body: '<html>login</html>', contentType: 'text/html; charset=utf-8' },
      'request',
      1,
      /no model's address: http:\S+ answered with text\/html instead.*<html>login.*_BASE_URL/,
    ],
    [
      'an answer that is no stream',
      { body: '{"error":"off"}', contentType: 'application/json' },
      'request',
      1,
      /answered with application\/json instead.*\{"error":"off"\}/,
    ],
    [
      'a way elsewhere',
      fail(308, { headers: { location: 'http://127.0.0.1:9/v1' } }),
      'request',
      1,
      /sends requests elsewhere \(308 to http:\/\/127\.0\.0\.1:9\/v1\).*_BASE_URL/,
    ],
    ['a cut', say('', { broken: { how: 'cut', after: 1 } }), 'network', 6, /connection.*broke/],
    [
      'an early end',
      say('abcdefghijk', { broken: { how: 'end', after: 3 } }),
      'server',
      6,
      /Try again/,
    ],
  ];
  test.each(told)('%s is told after its tries', async (_, reply, kind, tries, message) => {
    server.script(...Array<Reply>(tries).fill(reply));
    const { error } = await failureOf(modelAt(server, protocol).model);
    expect(error).toBeInstanceOf(ModelError);
    expect([error.kind, server.requests.length]).toEqual([kind, tries]);
    expect(error.message).toMatch(message);
  });

  test('no network: which host, and what to check', async () => {
    const gone = await startWire();
    await gone.close();
    const { model, waits } = modelAt(gone, protocol);
    const { error } = await failureOf(model);
    expect(error.kind).toBe('network');
    expect(error.message).toMatch(/127\.0\.0\.1:\d+ \(ECONNREFUSED\).*_BASE_URL/);
    expect(waits).toEqual([500, 1000, 2000]);
  });
});

const coded = (code: string) => Object.assign(new Error('no'), { code });
const thrown: [unknown, ModelError['kind'], RegExp][] = [
  [
    new TypeError('fetch failed', { cause: coded('ENOTFOUND') }),
    'network',
    /to x\.test \(ENOTFOUND/,
  ],
  [new AggregateError([coded('ECONNREFUSED')]), 'network', /to x\.test \(ECONNREFUSED/],
  [coded('ERR_INVALID_CHAR'), 'request', /ERR_INVALID_CHAR.*_API_KEY/],
  [new Error('no', { cause: coded('ECONNRESET') }), 'network', /broke \(ECONNRESET/],
  [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'network', /NODE_EXTRA_CA_CERTS/],
  [{ message: 'boom', type: 'server_error' }, 'server', /cannot answer now \(500: boom/],
  [{ message: 'slow', code: 429 }, 'limit', /429: slow/],
  ['just a text', 'server', /not understood \(just a text/],
  [undefined, 'server', /not understood \(no reason given/],
];
test.each(thrown)('%s', (what, kind, message) => {
  const endpoint = configFor('chat', { model: 'm', baseUrl: 'https://x.test/v1' });
  const { error } = judge(what, endpoint);
  expect(error.kind).toBe(kind);
  expect(error.message).toMatch(message);
});

test('an error does not carry the conversation along', async () => {
  server.script(fail(401));
  const { error } = await failureOf(modelAt(server, 'anthropic').model);
  expect(error.cause).toBeUndefined();
});
