import { afterEach, beforeEach, expect, test } from 'vitest';
import { convertMessagesForAPI } from '../../../src/utils/convertMessagesForAPI.ts';
import type { Message } from '../../../src/vocabulary/messages.ts';
import type { AnthropicBody } from '../../wire/check-anthropic.ts';
import { call, say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { blocksOf, modelAt, partsOf, request, user } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

test('only what we use is asked for', async () => {
  server.script(say('ok'));
  await partsOf(modelAt(server, 'anthropic').model);
  const { headers, body } = server.requests[0] ?? {};
  expect(headers?.['anthropic-beta']).toBeUndefined();
  expect(Object.keys(body ?? {}).sort()).toEqual([
    'max_tokens',
    'messages',
    'model',
    'stream',
    'system',
    'tool_choice',
    'tools',
  ]);
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
