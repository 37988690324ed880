import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { convertMessagesForAPI } from '../../../src/utils/convertMessagesForAPI.ts';
import type { Message } from '../../../src/vocabulary/messages.ts';
import { call, say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { modelAt, partsOf, request, textOf } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe.each(['anthropic', 'chat'] as const)('%s', (protocol) => {
  test('text, as it arrives, and what it cost', async () => {
    const written = protocol === 'anthropic' ? 10 : 0;
    const usage = { input: 50 - written, output: 7, cached: 30, written };
    server.script(say('Hällo, wörld 🌊!', { usage, slowMs: 5 }));
    const parts = await partsOf(modelAt(server, protocol).model);
    expect(textOf(parts)).toBe('Hällo, wörld 🌊!');
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.at(-1)).toEqual({
      is: 'finish',
      usage: { inputTokens: 80, outputTokens: 7, cachedTokens: 30, cacheWriteTokens: written },
      reason: 'stop',
      response: {
        id: expect.any(String),
        model: protocol === 'anthropic' ? 'claude-test' : 'gpt-test',
        firstChunkMs: expect.any(Number),
      },
    });
  });

  test('calls with input in pieces, several at once, in their order', async () => {
    const first = { call: 'Bash', input: { command: 'echo "ü\\n{}"' }, id: 'c1' };
    server.script({ blocks: [{ text: 'Two.' }, first, { call: 'Read', input: {}, id: 'c2' }] });
    const parts = await partsOf(modelAt(server, protocol).model);
    expect(parts.slice(-3)).toMatchObject([
      { is: 'call', id: 'c1', name: 'Bash', input: { command: 'echo "ü\\n{}"' } },
      { is: 'call', id: 'c2', name: 'Read', input: {} },
      { is: 'finish', reason: 'calls' },
    ]);
  });

  test('input that is no JSON, and a tool that does not exist', async () => {
    const broken = { call: 'Bash', input: 0, raw: '{"command": "l', id: 'c1' };
    server.script({ blocks: [broken, { call: 'Nope', input: { a: 1 }, id: 'c2' }] });
    const calls = (await partsOf(modelAt(server, protocol).model)).filter((p) => p.is === 'call');
    expect(calls).toEqual([
      { is: 'call', id: 'c1', name: 'Bash', input: undefined, invalid: '{"command": "l' },
      { is: 'call', id: 'c2', name: 'Nope', input: { a: 1 } },
    ]);
  });

  test.each([
    ['', {}, undefined],
    ['{"a": {"__proto__": {"b": 1}}}', undefined, '{"a": {"__proto__": {"b": 1}}}'],
  ])('input of %j', async (raw, input, invalid) => {
    server.script({ blocks: [{ call: 'Read', input: 0, raw, id: 'c1' }] });
    const [first] = await partsOf(modelAt(server, protocol).model);
    const more = invalid === undefined ? {} : { invalid };
    expect(first).toEqual({ is: 'call', id: 'c1', name: 'Read', input, ...more });
  });

  test('an answer may be empty', async () => {
    server.script({ blocks: [] });
    expect(await partsOf(modelAt(server, protocol).model)).toMatchObject([{ is: 'finish' }]);
  });

  test('a call that was cut for its length is not trusted, even if it can be read', async () => {
    server.script({ ...call('Bash', { command: 'rm -r a' }), stop: 'length' });
    expect((await partsOf(modelAt(server, protocol).model))[0]).toMatchObject({
      input: undefined,
      invalid: '{"command":"rm -r a"}',
    });
  });

  test('an answer that was cut for its length says so', async () => {
    server.script(say('and then', { stop: 'length' }));
    expect((await partsOf(modelAt(server, protocol).model)).at(-1)).toMatchObject({
      reason: 'length',
    });
  });

  test('a whole conversation with calls, results and feedback is valid on the wire', async () => {
    server.script(say('done'));
    const messages: Message[] = [
      { id: '1', role: 'user', blocks: [{ type: 'text', content: 'go' }] },
      {
        id: '2',
        role: 'assistant',
        blocks: [
          { type: 'tool', id: 'a', name: 'Bash', parameters: {}, stage: 'end', result: '' },
          { type: 'tool', id: 'a', name: 'Read', parameters: {}, stage: 'pending' },
        ],
      },
      { id: '3', role: 'user', from: 'hook', blocks: [{ type: 'text', content: 'hook says' }] },
      { id: '4', role: 'user', blocks: [{ type: 'text', content: 'go on' }] },
    ];
    const asked = request(...convertMessagesForAPI(messages));
    expect(textOf(await partsOf(modelAt(server, protocol).model, asked))).toBe('done');
  });

  test('an abort ends the stream quietly and closes the connection', async () => {
    server.script(say('never ends', { broken: { how: 'hang', after: 4 } }));
    const stop = new AbortController();
    const seen = [];
    const { model, waits } = modelAt(server, protocol);
    for await (const part of model.stream(request(), { signal: stop.signal })) {
      seen.push(part);
      stop.abort();
    }
    expect(seen).toMatchObject([{ is: 'text' }]);
    expect(waits).toEqual([]);
    await expect.poll(() => server.requests[0]?.dropped).toBe(true);
  });

  test('a reader that leaves closes the connection too', async () => {
    server.script(say('never ends', { broken: { how: 'hang', after: 4 } }));
    const { signal } = new AbortController();
    for await (const _ of modelAt(server, protocol).model.stream(request(), { signal })) break;
    await expect.poll(() => server.requests[0]?.dropped).toBe(true);
  });
});

test('for OpenAI neighbouring texts of a user are one: not every server takes lists', async () => {
  server.script(say('ok'));
  const content = ['hi', 'there'].map((text) => ({ type: 'text' as const, text }));
  await partsOf(modelAt(server, 'chat').model, request({ role: 'user', content }));
  expect(server.requests[0]?.body.messages?.[1]?.content).toBe('hi\n\nthere');
});
