import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Effort, Retry } from '../../../src/vocabulary/model.ts';
import type { AssistantPart, ModelMessage } from '../../../src/vocabulary/model-message.ts';
import { openAgent } from '../../open-agent.ts';
import { blocksOf, talk } from '../../talk.ts';
import type { AnthropicBody } from '../../wire/check-anthropic.ts';
import { call, fail, say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { failureOf, modelAt, partsOf, request, user } from '../helpers.ts';

let server: WireServer;
beforeEach(async () => {
  server = await startWire();
});
afterEach(() => server.close());

type Body = AnthropicBody & { readonly reasoning_effort?: string };

/** What of a request is about thinking. */
const thinkingIn = ({ thinking, output_config, reasoning_effort }: Body) => ({
  ...(thinking ? { thinking } : {}),
  ...(output_config ? { effort: output_config.effort } : {}),
  ...(reasoning_effort ? { effort: reasoning_effort } : {}),
});

async function sentBy(protocol: 'anthropic' | 'chat', model: string, effort?: Effort) {
  server.script(say('ok'));
  const { model: asked } = modelAt(server, protocol, { model });
  await partsOf(asked, { ...request(), ...(effort ? { effort } : {}) });
  expect(server.faults).toEqual([]);
  const body = server.requests.at(-1)?.body;
  return { ...thinkingIn(body as Body), thinks: asked.thinks };
}

const budget = (budget_tokens: number) => ({ thinking: { type: 'enabled', budget_tokens } });
const adaptive = (effort: string) => ({
  thinking: { type: 'adaptive', display: 'summarized' },
  effort,
});

describe('every row of the table', () => {
  test.each([
    ['anthropic', 'claude-sonnet-4-5', 'medium', budget(10_000)],
    ['anthropic', 'claude-sonnet-4-5', 'low', budget(4_000)],
    ['anthropic', 'claude-opus-4-1', 'high', budget(24_000)],
    ['anthropic', 'claude-sonnet-4-20250514', 'medium', budget(10_000)],
    ['anthropic', 'claude-3-7-sonnet-20250219', 'medium', budget(10_000)],
    ['anthropic', 'claude-haiku-4-5', 'off', {}],
    ['anthropic', 'claude-opus-4-6', 'medium', adaptive('medium')],
    ['anthropic', 'claude-opus-4-6', 'xhigh', adaptive('high')],
    ['anthropic', 'claude-opus-4-7', 'xhigh', adaptive('xhigh')],
    ['anthropic', 'claude-sonnet-4-6', 'off', { thinking: { type: 'disabled' } }],
    ['anthropic', 'claude-sonnet-5-5', 'high', adaptive('high')],
    ['anthropic', 'claude-sonnet-5-5', 'off', { thinking: { type: 'between_tools' } }],
    ['anthropic', 'claude-opus-5-5', 'off', { effort: 'low' }],
    ['chat', 'gpt-5', 'medium', { effort: 'medium' }],
    ['chat', 'gpt-5-mini', 'off', { effort: 'low' }],
    ['chat', 'gpt-5.1', 'high', { effort: 'high' }],
    ['chat', 'gpt-5.2', 'off', { effort: 'none' }],
    // openai/openai-openapi#541: with tools, never but with this word.
    ['chat', 'gpt-5.4', 'high', { effort: 'none' }],
    ['chat', 'router/gpt-5.6', 'default', { effort: 'none' }],
    ['chat', 'o3', 'off', { effort: 'low' }],
    ['chat', 'o4-mini', 'high', { effort: 'high' }],
    ['chat', 'router/gpt-5', 'low', { effort: 'low' }],
  ] as const)('%s %s %s', async (protocol, model, effort, sent) => {
    expect(await sentBy(protocol, model, effort)).toEqual({ ...sent, thinks: true });
  });
  test.each([
    ['anthropic', 'claude-3-5-haiku-latest'],
    ['anthropic', 'glm-5'],
    ['chat', 'gpt-4.1'],
    ['chat', 'gpt-5-chat-latest'],
    ['chat', 'gpt-55'],
    ['chat', 'o1-mini'],
    ['chat', 'llama'],
    ['chat', 'claude-sonnet-4-5'],
  ] as const)('%s %s is asked for nothing', async (protocol, model) => {
    expect(await sentBy(protocol, model, 'high')).toEqual({ thinks: false });
  });
  test('nobody who does not ask for it gets it', async () => {
    expect(await sentBy('anthropic', 'claude-sonnet-4-5')).toEqual({ thinks: true });
    expect(await sentBy('chat', 'gpt-5')).toEqual({ thinks: true });
  });
});

describe('Claude up to 4.5', () => {
  const called = (...before: AssistantPart[]): readonly ModelMessage[] => [
    user('go'),
    {
      role: 'assistant',
      content: [...before, { type: 'tool-call', toolCallId: 'a', toolName: 'Bash', input: {} }],
    },
    {
      role: 'tool',
      content: [
        {
          ...{ type: 'tool-result', toolCallId: 'a', toolName: 'Bash' },
          output: { type: 'text', value: 'done' },
        },
      ],
    },
  ];
  const at = async (...messages: readonly ModelMessage[]) => {
    server.script(say('ok'));
    await partsOf(modelAt(server, 'anthropic').model, {
      ...request(...messages),
      effort: 'medium',
    });
    const { body, headers } = server.requests.at(-1) ?? {};
    return { ...thinkingIn(body as Body), beta: headers?.['anthropic-beta'] };
  };
  const thinks = { ...budget(10_000), beta: 'interleaved-thinking-2025-05-14' };

  test('is asked to think between calls as well', async () => {
    expect(await at(user('go'))).toEqual(thinks);
  });

  // API docs, extended thinking: "a final assistant message must start with a thinking block".
  test('is not asked to think in a turn that another began, and thinks again in the next', async () => {
    expect(await at(...called())).toEqual({ beta: undefined });
    expect(await at(...called(), user('a word on the result'))).toEqual({ beta: undefined });
    const answered = {
      role: 'assistant' as const,
      content: [{ type: 'text' as const, text: 'So.' }],
    };
    expect(await at(...called(), answered, user('next'))).toEqual(thinks);
    expect([server.requests.length, server.faults]).toEqual([3, []]);
  });
});

describe('a server that does not take it', () => {
  const no = fail(400, { message: 'thinking: Extra inputs are not permitted' });
  test('is asked without, once and for all, and the user hears of it', async () => {
    const told: Retry[] = [];
    const { model } = modelAt(server, 'anthropic', { onRetry: (retry) => told.push(retry) });
    server.script(no, say('ok'), say('again'));
    const asked = { ...request(), effort: 'high' as const };
    await partsOf(model, asked);
    await partsOf(model, asked);
    expect(server.requests.map(({ body }) => thinkingIn(body as Body))).toEqual([
      budget(24_000),
      {},
      {},
    ]);
    expect(told).toEqual([
      { tries: 1, of: 2, waitMs: 0, why: expect.stringContaining('does not let this model think') },
    ]);
  });
  test('and refuses for another reason, is heard', async () => {
    const { model } = modelAt(server, 'anthropic');
    const bad = fail(400, { message: 'messages.1: Invalid signature in thinking block' });
    server.script(bad);
    const { error } = await failureOf(model, { ...request(), effort: 'high' });
    expect(error.message).toContain('Invalid signature');
    expect(server.requests).toHaveLength(1);
  });
});

const BY_DEFAULT = { thinking: { type: 'adaptive', display: 'summarized' } };

describe('an agent', () => {
  const thinkings = (wire: WireServer) => wire.requests.map(({ body }) => thinkingIn(body as Body));
  test('thinks by default; its thoughts go back as they came within a tool loop', async () => {
    const thought = { thinking: 'I must look.', signature: 'sig==' };
    const { agent, server: wire } = await talk({
      script: [
        { blocks: [thought, { call: 'Glob', input: { pattern: '*' }, id: 'c1' }] },
        say('ok'),
      ],
    });
    expect(thinkings(wire)).toEqual([BY_DEFAULT, BY_DEFAULT]);
    expect(
      (wire.requests[1]?.body as AnthropicBody | undefined)?.messages?.[1]?.content[0],
    ).toEqual({
      type: 'thinking',
      ...thought,
    });
    expect(blocksOf(agent.messages, 'reasoning')).toMatchObject([{ content: 'I must look.' }]);
    expect([agent.effort, agent.thinks]).toEqual(['default', true]);
  });
  test('can be told how much, at the start and later; subagents follow', async () => {
    const { agent, server: wire, send } = await talk({ effort: 'high', script: [say('ok')] });
    agent.effort = 'off';
    const task = { description: 'd', prompt: 'p', subagent_type: 'explore' };
    await send('more', call('Task', task), say('sub'), say('ok'));
    const off = { thinking: { type: 'between_tools' } };
    expect(thinkings(wire)).toEqual([adaptive('high'), off, off, off]);
    expect(() => {
      agent.effort = 'lots' as Effort;
    }).toThrow('effort: expected one of default, off, low, medium, high');
  });
  test('refuses a word that is none among its options', async () => {
    await expect(openAgent({ effort: 'lots' as Effort })).rejects.toThrow('effort: expected');
  });
  test('the summary of a compaction is asked for in the same way: the cache holds', async () => {
    const { agent, server: wire, send } = await talk({ effort: 'low', script: [say('1')] });
    await send('two', say('2'));
    await send('three', say('3'));
    wire.script(say('SUMMARY'));
    await agent.compact();
    expect(thinkings(wire).at(-1)).toEqual(adaptive('low'));
  });
});
