import { describe, expect, test } from 'vitest';
import { acceptResponse } from '../../src/ahp/accept.ts';
import type { AhpCapabilities, AhpRequest, AhpState } from '../../src/ahp/protocol.ts';

const OFFERED: AhpCapabilities = {
  effects: ['deny', 'allow', 'ask', 'modify', 'message', 'return', 'flow', 'inject'],
  modify: { input: { replace: true, merge: true } },
  flow: { operations: ['stop', 'continue'], remainingContinuations: 1 },
  inject: { context: { append: true, deliverAt: ['now', 'next_turn'] } },
};
const INPUT = { path: 'a', deep: { x: 1 } };

function request(state?: AhpState, capabilities = OFFERED): AhpRequest {
  const event = { id: 'e1', type: 'tool.before', tool: { input: INPUT } };
  return {
    ...{ jsonrpc: '2.0', id: 'e1', method: 'hooks/intercept' },
    params: { protocolVersion: 'draft', event, capabilities, ...(state ? { state } : {}) },
  };
}

const answer = (effects: unknown, more: object = {}) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 'e1',
    result: { protocolVersion: 'draft', effects },
    ...more,
  });

const accept = (effects: readonly object[], state?: AhpState, offered = OFFERED) =>
  acceptResponse(answer(effects), request(state, offered));

const message = { type: 'message', text: 'hello' };
const deny = { type: 'deny', reason: 'no' };
const back = (value: unknown) => ({ type: 'return', value });
const merge = (value: object) => ({ type: 'modify', target: 'input', operation: 'merge', value });
const replace = (value: object) => ({ ...merge(value), operation: 'replace' });

const STATES = ['none', 'allow', 'ask', 'deny'] as const;

test.each(STATES.flatMap((was) => STATES.map((says) => [was, says] as const)))(
  'what was %s and is now %s is the stricter of both',
  (was, says) => {
    const effects = says === 'none' ? [] : [says === 'deny' ? deny : { type: says }];
    const accepted = accept(effects, { permission: was, candidate: null });
    const stricter = STATES[Math.max(STATES.indexOf(was), STATES.indexOf(says))];
    expect(accepted).toMatchObject({ state: { permission: stricter }, input: INPUT });
  },
);

describe('changes of the input', () => {
  test('are made in order: a merge is shallow, and a replacement names all there is', () => {
    expect(accept([replace({ path: 'b' }), merge({ mode: null })])).toMatchObject({
      input: { path: 'b', mode: null },
    });
    expect(accept([merge({ deep: { y: 2 } })])).toMatchObject({
      input: { path: 'a', deep: { y: 2 } },
    });
  });

  test('void an earlier yes and an earlier answer; the same input in another order does not', () => {
    const before = { permission: 'allow', candidate: { value: 1 } } as const;
    expect(accept([merge({ path: 'b' })], before)).toMatchObject({
      state: { permission: 'none', candidate: null },
      answer: null,
    });
    expect(accept([replace({ deep: { x: 1 }, path: 'a' })], before)).toMatchObject({
      state: before,
      answer: { value: 1 },
    });
    expect(accept([back(2), merge({ path: 'b' })], before)).toMatchObject({ answer: { value: 2 } });
  });

  test('that do not fit the host take everything with them', () => {
    const fits = ({ path }: Record<string, unknown>) => (path === '' ? 'no path' : undefined);
    const text = answer([message, merge({ path: 'b' }), merge({ path: '' })]);
    expect(acceptResponse(text, request(), fits)).toEqual({ fault: 'no path' });
  });
});

test('an answer in the tool’s place waits for a yes, and a stop of the turn comes before it', () => {
  expect(accept([back(null)])).toMatchObject({ answer: { value: null } });
  expect(accept([back(1), { type: 'ask' }])).toMatchObject({
    answer: null,
    state: { candidate: { value: 1 } },
  });
  expect(accept([back(1), deny])).toMatchObject({ answer: null, state: { candidate: null } });
  const stop = { type: 'flow', operation: 'stop', reason: 'enough' };
  expect(accept([back(1), stop])).toMatchObject({ answer: null, state: { flow: 'stop' } });
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'hello', /one JSON object, got "hello"/],
  ['two objects', `${answer([])}\n${answer([])}`, /one JSON object/],
  ['a list', '[]', /one JSON object/],
  ['another version of JSON-RPC', answer([], { jsonrpc: '1.0' }), /"jsonrpc": expected "2.0"/],
  ['another id', answer([], { id: 'e2' }), /"id": expected "e1", got "e2"/],
  ['an error', answer([], { error: { code: -32003, message: 'busy' } }), /error: -32003 busy/],
  ['no result', answer([], { result: null }), /"result": expected an object/],
  ['another draft', answer([], { result: { protocolVersion: '9', effects: [] } }), /"draft", got/],
  ['no effects', answer({}), /"effects": expected a list/],
  ['an unknown effect', answer([message, { type: 'explode' }]), /effects\[1\]: there is no effect/],
  ['a missing field', answer([message, { type: 'deny' }]), /effects\[1\]: "reason"/],
  ['an empty reason', answer([{ type: 'deny', reason: '' }]), /not empty/],
  ['a strange field', answer([{ type: 'allow', force: true }]), /has no field "force"/],
  ['a list as input', answer([merge([])]), /"value": expected an object/],
  ['another operation', answer([{ ...merge({}), operation: 'patch' }]), /"operation": expected/],
  ['another time', answer([{ ...INJECT('soon') }]), /"deliverAt": expected/],
])('%s is refused as a whole', (_, text, words) => {
  const got = acceptResponse(text, request());
  expect(got).toEqual({ fault: expect.stringMatching(words) });
});

function INJECT(deliverAt: string) {
  return {
    type: 'inject',
    target: 'context',
    operation: 'append',
    deliverAt,
    value: { text: 'x' },
  };
}

const without = (name: string) => ({
  ...OFFERED,
  effects: OFFERED.effects.filter((effect) => effect !== name),
});

test.each<[string, object, AhpCapabilities]>([
  ['deny', deny, without('deny')],
  ['message', message, without('message')],
  ['modify', merge({}), without('modify')],
  ['a target', { ...merge({}), target: 'output' }, OFFERED],
  ['an operation', merge({}), { ...OFFERED, modify: { input: { replace: true } } }],
  [
    'stop',
    { type: 'flow', operation: 'stop', reason: 'x' },
    { ...OFFERED, flow: { operations: [] } },
  ],
  [
    'a continuation too many',
    { type: 'flow', operation: 'continue' },
    { ...OFFERED, flow: { operations: ['continue'], remainingContinuations: 0 } },
  ],
  [
    'a time',
    INJECT('now'),
    { ...OFFERED, inject: { context: { append: true, deliverAt: ['next_turn'] } } },
  ],
])('what was not offered is refused, with all beside it: %s', (_, effect, offered) => {
  expect(accept([message, effect], undefined, offered)).toEqual({
    fault: expect.stringMatching(/not offered/),
  });
});

test('what is around the effects may grow', () => {
  const text = answer([], {
    later: 1,
    result: { protocolVersion: 'draft', effects: [], later: 1 },
  });
  expect(acceptResponse(text, request())).toMatchObject({ effects: [] });
});
