import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '../../src/messages.ts';
import { convertMessagesForAPI } from '../../src/utils/convertMessagesForAPI.ts';
import type { AnthropicBody } from '../wire/check-anthropic.ts';
import { call, say } from '../wire/reply.ts';
import { type Protocol, startWire, type WireServer } from '../wire/server.ts';
import { blocksOf, modelAt, partsOf, request, textOf, user } from './helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

describe.each<Protocol>(['anthropic', 'openai'])('%s', (protocol) => {
  test('text, as it arrives, and what it cost', async () => {
    server.script(say('Hällo, wörld 🌊!', { usage: { input: 50, output: 7, cached: 30 } }));
    const parts = await partsOf(modelAt(server, protocol).model);
    expect(textOf(parts)).toBe('Hällo, wörld 🌊!');
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.at(-1)).toEqual({
      is: 'finish',
      usage: { inputTokens: 80, outputTokens: 7, cachedTokens: 30 },
      reason: 'stop',
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

test('thoughts go back to Anthropic as they came, signed and redacted', async () => {
  const thoughts = [{ thinking: 'I must look.', signature: 'sig==' }, { redacted: 'blob' }];
  server.script({ blocks: [...thoughts, { call: 'Bash', input: { command: 'ls' }, id: 'c1' }] });
  server.script(say('ok'));
  const { model } = modelAt(server, 'anthropic');
  const blocks = blocksOf(await partsOf(model)).map((block) =>
    block.type === 'tool' ? { ...block, stage: 'end' as const, result: 'a.txt' } : block,
  );
  const messages: Message[] = [
    { id: '1', role: 'user', blocks: [{ type: 'text', content: 'hi' }] },
    { id: '2', role: 'assistant', blocks },
  ];
  await partsOf(model, request(...convertMessagesForAPI(messages)));
  expect(server.requests[1]?.body.messages?.[1]?.content).toEqual([
    { type: 'thinking', thinking: 'I must look.', signature: 'sig==' },
    { type: 'redacted_thinking', data: 'blob' },
    { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'ls' } },
  ]);
});

test('for Anthropic the prefix is marked for the cache, and stays the same', async () => {
  server.script(call('Bash', { command: 'ls' }), say('ok'), say('bye'));
  const { model } = modelAt(server, 'anthropic');
  const history = [
    user('hi'),
    { role: 'assistant' as const, content: [callPart('c1')] },
    { role: 'tool' as const, content: [resultPart('c1')] },
    { role: 'assistant' as const, content: 'ok' },
    user('bye'),
  ];
  for (const end of [1, 3, 5]) await partsOf(model, request(...history.slice(0, end)));
  const bodies = server.requests.map(({ body }) => body);
  expect(bodies.map((body) => marks(body))).toEqual([
    ['tools.1', 'system.0', 'messages.0'],
    ['tools.1', 'system.0', 'messages.0', 'messages.2'],
    ['tools.1', 'system.0', 'messages.2', 'messages.4'],
  ]);
  const [a, b, c] = bodies.map((body) => unmarked(body));
  expect(b?.startsWith(a ?? '!')).toBe(true);
  expect(c?.startsWith(b ?? '!')).toBe(true);
});

const callPart = (toolCallId: string) => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName: 'Bash',
  input: {},
});
const resultPart = (toolCallId: string) => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName: 'Bash',
  output: { type: 'text' as const, value: 'a.txt' },
});

function marks({ tools = [], system = [], messages = [] }: AnthropicBody): string[] {
  const places = Object.entries({ tools, system, messages }).flatMap(([name, list]) =>
    list.map((each, i) => [`${name}.${i}`, JSON.stringify(each)] as const),
  );
  return places.flatMap(([name, json]) => (json.includes('"cache_control"') ? [name] : []));
}

/** What the provider reads before its answer, in its order, without the marks. */
function unmarked({ tools, system, messages }: AnthropicBody): string {
  const json = JSON.stringify([tools, system, messages], (key, value) =>
    key === 'cache_control' ? undefined : value,
  );
  return json.slice(0, -2);
}
