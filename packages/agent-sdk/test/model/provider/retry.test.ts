import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silenceOf } from '../../../src/model/provider/provider.ts';
import { backOff, withRetries } from '../../../src/model/provider/retry.ts';
import { BrokenStream } from '../../../src/model/send/watch-silence.ts';
import { ModelError, type ModelPart } from '../../../src/vocabulary/model.ts';
import { event } from '../../wire/anthropic.ts';
import { call, fail, type Reply, say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { configFor, failureOf, modelAt, partsOf, request, textOf } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe.each(['anthropic', 'chat'] as const)('%s', (protocol) => {
  const passing: [string, Reply][] = [
    ['429', fail(429)],
    ['500', fail(500)],
    ['503', fail(503)],
    ['529', fail(529)],
    ['a cut before the first part', say('x', { broken: { how: 'cut', after: 1 } })],
    ['an end before the first part', say('x', { broken: { how: 'end', after: 1 } })],
    ['an empty body', { body: '' }],
    ['garbage', { body: 'data: {"nonsense": true}\n\ndata: }{\n\n' }],
  ];
  test.each(passing)('after %s it asks again, and nobody notices', async (_, reply) => {
    server.script(reply, say('here'));
    const { model, waits } = modelAt(server, protocol);
    const parts = await partsOf(model);
    expect(textOf(parts)).toBe('here');
    expect(parts.some((part) => part.is === 'restart')).toBe(false);
    expect(waits).toEqual([500]);
  });

  test.each(['cut', 'end'] as const)('a text that breaks (%s) begins anew', async (how) => {
    server.script(
      say('half of it and a bit more', { broken: { how, after: 4 } }),
      say('all of it'),
    );
    const parts = await partsOf(modelAt(server, protocol).model);
    expect(parts.filter((part) => part.is === 'restart')).toHaveLength(1);
    expect(parts[0]).toMatchObject({ is: 'text' });
    expect(textOf(parts)).toBe('all of it');
  });

  test.each(['cut', 'end'] as const)('a call comes once, whatever breaks (%s)', async (how) => {
    // Every place where the answer can break, up to where it is whole.
    for (let after = 0; after < 12; after++) {
      const broken = { ...call('Bash', { a: 1 }, 'lost'), broken: { how, after } };
      const own = await startWire();
      own.script(broken, call('Bash', { a: 1 }, 'kept'));
      const calls = (await partsOf(modelAt(own, protocol).model)).filter((p) => p.is === 'call');
      const id = own.requests.length === 1 ? 'lost' : 'kept';
      expect(calls).toMatchObject([{ id, input: { a: 1 } }]);
      await own.close();
    }
  });

  test('silence counts as broken, and the connection is closed', async () => {
    server.script(say('x', { broken: { how: 'hang', after: 1 } }), say('here'));
    const { model } = modelAt(server, protocol, { silenceMs: 500 });
    expect(textOf(await partsOf(model))).toBe('here');
    await expect.poll(() => server.requests[0]?.dropped).toBe(true);
  });

  test('signs of life alone do not keep a connection for ever', async () => {
    server.script(say('x', { broken: { how: 'murmur', after: 1 } }), say('here'));
    const { model } = modelAt(server, protocol, { silenceMs: 200 });
    expect(textOf(await partsOf(model))).toBe('here');
    await expect.poll(() => server.requests[0]?.dropped).toBe(true);
  });

  test('slow is not silent', async () => {
    server.script(say('one two three four', { slowMs: 120 }));
    const { model, waits } = modelAt(server, protocol, { silenceMs: 500 });
    expect(textOf(await partsOf(model))).toBe('one two three four');
    expect(waits).toEqual([]);
  });

  test('retry-after is honoured; one that is too long is told', async () => {
    const soon = fail(429, { headers: { 'retry-after': '7' } });
    const date = new Date(Date.now() + 60_000).toUTCString();
    server.script(soon, fail(503, { headers: { 'retry-after': date } }), say('ok'));
    const { model, waits } = modelAt(server, protocol);
    await partsOf(model);
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(57_000);
    server.script(fail(429, { headers: { 'retry-after': '3600' } }));
    expect((await failureOf(model)).error.message).toMatch(/Wait 3600 seconds/);
  });

  test('a retry-after of nothing does not make it hammer', async () => {
    server.script(...Array<Reply>(8).fill(fail(429, { headers: { 'retry-after': '0' } })));
    const { model, waits } = modelAt(server, protocol);
    await failureOf(model);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
  });

  test('an abort ends a wait at once', async () => {
    server.script(fail(429, { headers: { 'retry-after': '100' } }));
    const stop = new AbortController();
    const { model } = modelAt(server, protocol, {
      sleep: undefined,
      onRetry: () => setTimeout(() => stop.abort(), 5),
    });
    const begun = Date.now();
    expect(await partsOf(model, request(), stop.signal)).toEqual([]);
    expect(Date.now() - begun).toBeLessThan(5000);
    expect(await partsOf(model, request(), stop.signal)).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});

test('an error event within the stream is judged like a status', async () => {
  const opening = event('message_start', {
    message: { id: 'm', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
  });
  const error = { type: 'overloaded_error', message: 'Overloaded' };
  server.script({ body: opening + event('error', { error }) }, say('ok'));
  expect(textOf(await partsOf(modelAt(server, 'anthropic').model))).toBe('ok');
  const limit = { error: { message: 'too many', type: 'requests', code: 'rate_limit_exceeded' } };
  server.script({ body: `data: ${JSON.stringify(limit)}\n\n` }, say('ok'));
  expect(textOf(await partsOf(modelAt(server, 'chat').model))).toBe('ok');
});

test('a call of an attempt that broke is void: only that of the whole answer counts', async () => {
  let asked = 0;
  const made: ModelPart = { is: 'call', id: '1', name: 'Bash', input: {} };
  async function* ask(): AsyncGenerator<ModelPart> {
    yield made;
    if (++asked === 1) throw new BrokenStream('ended early');
  }
  const failure = { error: new ModelError('server', 'broke'), tries: 6 };
  const { signal } = new AbortController();
  const options = { signal, judge: () => failure, sleep: async () => {} };
  const parts: ModelPart[] = [];
  for await (const part of withRetries(ask, options)) parts.push(part);
  expect(parts).toEqual([made, { is: 'restart' }, made]);
});

test('the waits double up to a bound, with jitter', () => {
  expect([1, 2, 3, 10].map((n) => backOff(n, 1))).toEqual([500, 1000, 2000, 30_000]);
  expect(backOff(3, 0)).toBe(1000);
});

// Local servers read a long prompt for minutes; what a stream of a large provider is silent for is a fault.
test.each([
  ['chat', 'http://127.0.0.1:8000/v1', 1_800_000],
  ['chat', 'http://gpu-box:8000/v1', 1_800_000],
  ['chat', 'http://172.20.0.5:8000/v1', 1_800_000],
  ['chat', 'http://[fd00::1]/v1', 1_800_000],
  ['chat', 'https://api.groq.com/v1', 300_000],
  ['chat', 'https://172.67.0.5/v1', 300_000],
  ['anthropic', 'http://127.0.0.1:8000/v1', 300_000],
] as const)('%s at %s may be silent for %i ms', (protocol, baseUrl, ms) => {
  expect(silenceOf(configFor(protocol, { baseUrl }))).toBe(ms);
});
