import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelMessage } from '../../../src/vocabulary/model-message.ts';
import { say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { modelAt, partsOf, request, user } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

/** A thought, a call, its result, and what a hook or the user said right behind it. */
const talk = (id: string, thought?: string): ModelMessage[] => [
  user('go'),
  {
    role: 'assistant',
    content: [
      ...(thought ? [{ type: 'reasoning' as const, text: thought }] : []),
      { type: 'tool-call', toolCallId: id, toolName: 'Bash', input: { command: 'ls' } },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        ...{ type: 'tool-result', toolCallId: id, toolName: 'Bash' },
        output: { type: 'text', value: 'a.txt' },
      },
    ],
  },
  user('and then?'),
];

const LONG = `call_${'x'.repeat(60)}`;

/** Each family, and what it takes of a thought. Sources: the providers' references and public threads. */
const FAMILIES: readonly [string, string | undefined][] = [
  ['gpt-4.1', undefined],
  ['mistral-large-latest', undefined],
  ['llama-3.3-70b', undefined],
  ['deepseek-v4', 'hm'],
  ['kimi-k3', 'hm'],
  ['qwen3-coder', 'hm'],
];

describe.each(FAMILIES)('%s over chat completions', (model, kept) => {
  test('thoughts go back only where they are read', async () => {
    server.script(say('ok'));
    await partsOf(modelAt(server, 'chat', { model }).model, request(...talk('call_1', 'hm')));
    const sent = server.requests[0]?.body.messages?.find(({ role }) => role === 'assistant');
    expect(sent).toMatchObject(kept ? { reasoning_content: kept } : {});
    expect(sent && 'reasoning_content' in sent).toBe(kept !== undefined);
  });

  test.each(['functions.Bash:0', LONG, 'call_1'])('a call of another provider: %s', async (id) => {
    server.script(say('ok'));
    await partsOf(modelAt(server, 'chat', { model }).model, request(...talk(id)));
  });
});

test.each(['anthropic', 'responses', 'gemini'] as const)('%s takes calls of others', async (at) => {
  for (const id of ['functions.Bash:0', LONG]) {
    server.script(say('ok'));
    await partsOf(modelAt(server, at).model, request(...talk(id)));
  }
});
