import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import { Agent } from '../../src/open/agent.ts';
import type { AgentOptions } from '../../src/open/options/agent-options.ts';
import { scriptedModel } from '../../src/testing.ts';
import type { Model, ModelPart } from '../../src/vocabulary/model.ts';
import { blocksOf, tempDir } from '../talk.ts';

const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, cacheWriteTokens: 0 };
const finish = { is: 'finish', reason: 'stop', usage };

/** A model from where no types are checked: it gives these parts once, and then an answer. */
function foreign(...parts: readonly unknown[]): Model {
  let asked = 0;
  return {
    id: 'foreign',
    async *stream() {
      if (asked++ === 0) yield* parts as readonly ModelPart[];
      else yield* [{ is: 'text', text: 'fine' }, finish] as readonly ModelPart[];
    },
  };
}

async function open(options: AgentOptions) {
  const [workdir, home] = [tempDir(), tempDir()];
  const at = { workdir, home, launcher: false };
  const agent = await Agent.create({ ...at, session: { keep: true }, ...options });
  const ends: AgentEvent[] = [];
  agent.subscribe((event) => event.is === 'ended' && ends.push(event));
  return { agent, ends, at };
}

const ring: Record<string, unknown> = {};
ring['self'] = ring;

const wrong: [string, unknown, string][] = [
  [
    'a call with a number for an id',
    { is: 'call', id: 7, name: 'Glob', input: {} },
    'id: expected a text, got 7',
  ],
  [
    'a call without a name',
    { is: 'call', id: 'a', input: {} },
    'name: expected a text, got nothing',
  ],
  [
    'an input that is a ring',
    { is: 'call', id: 'a', name: 'Glob', input: ring },
    'input: expected what can be written as JSON',
  ],
  [
    'an input with a bigint',
    { is: 'call', id: 'a', name: 'Glob', input: { n: 5n } },
    'input: expected what can be written as JSON',
  ],
  ['a text that is none', { is: 'text', text: 5 }, 'text: expected a text, got 5'],
  ['a thought that is none', { is: 'reasoning' }, 'text: expected a text, got nothing'],
  [
    'a count that is none',
    { ...finish, usage: { inputTokens: '5' } },
    'usage.inputTokens: expected a number, got "5"',
  ],
  ['an unknown part', { is: 'toString' }, 'gave an unknown part: {"is":"toString"}'],
  ['nothing', null, 'gave an unknown part: null'],
];

describe('what a model of somebody else gives', () => {
  test.each(wrong)('%s fails its turn, and no other', async (_, part, fault) => {
    const { agent, ends, at } = await open({
      model: foreign({ is: 'text', text: 'SAID' }, part, finish),
    });
    const result = await agent.sendMessage('ONE');
    expect(result).toMatchObject({ ended: 'failed', error: expect.stringContaining(fault) });
    expect(ends).toEqual([{ is: 'ended', result }]);
    expect(blocksOf(agent.messages, 'error').map(({ content }) => content)).toEqual([result.error]);
    expect(await agent.sendMessage('TWO')).toMatchObject({ ended: 'done', text: 'fine' });
    await agent.close();
    const model = scriptedModel(['resumed']);
    const next = await Agent.create({
      ...at,
      model,
      session: { keep: true, resume: agent.sessionId },
    });
    expect(await next.sendMessage('THREE')).toMatchObject({ ended: 'done', text: 'resumed' });
    expect(next.problems).toEqual([]);
    await next.close();
  });

  test('an id that is none is told before anything is asked', async () => {
    const model = foreign(finish);
    const { agent, ends } = await open({ model });
    Object.assign(model, { id: undefined });
    const result = await agent.sendMessage('ONE');
    expect(result).toMatchObject({
      ended: 'failed',
      error: 'The model has an invalid id: expected a text, got nothing.',
    });
    expect(ends).toEqual([{ is: 'ended', result }]);
    await agent.close();
  });

  test('a call without an id is given one', async () => {
    const call = { is: 'call', name: 'Glob', input: { pattern: '*' } };
    const { agent } = await open({ model: foreign(call, { ...call, id: null }, finish) });
    expect(await agent.sendMessage('ONE')).toMatchObject({ ended: 'done', text: 'fine' });
    expect(blocksOf(agent.messages, 'tool').map(({ id }) => id)).toEqual(['call', 'call_2']);
    await agent.close();
  });

  const none = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 };
  test.each([
    ['no count at all', undefined, none],
    ['null', null, none],
    ['half a count', { inputTokens: 5 }, { ...none, inputTokens: 5 }],
    ['more than we ask for', { ...usage, more: { of: 'it' } }, usage],
  ])('%s is taken', async (_, counted, expected) => {
    const { agent } = await open({
      model: foreign({ is: 'text', text: 'ok' }, { ...finish, usage: counted }),
    });
    const result = await agent.sendMessage('ONE');
    expect([result.ended, result.usage]).toEqual(['done', expected]);
    await agent.close();
  });
});

test('whatever is thrown inside of a turn ends it as failed, and is told', async () => {
  const model = foreign(finish);
  const { agent, ends } = await open({ model });
  const boom = () => {
    throw new Error('BOOM');
  };
  Object.defineProperty(model, 'id', { get: boom, configurable: true });
  const result = await agent.sendMessage('ONE');
  expect(result).toMatchObject({ ended: 'failed', error: 'The turn broke off: BOOM' });
  expect(ends).toEqual([{ is: 'ended', result }]);
  expect(blocksOf(agent.messages, 'error').map(({ content }) => content)).toEqual([result.error]);
  Object.defineProperty(model, 'id', { value: 'foreign' });
  expect(await agent.sendMessage('TWO')).toMatchObject({ ended: 'done' });
  await agent.close();
});
