import type { Decision, Verdict } from '@wavehooks/hooks';
import { describe, expect, test } from 'vitest';
import { effectsOf } from '../../src/ahp/effects-of.ts';

const ASKED = { command: 'ls', timeout: 30 };
const ALL = {
  effects: ['deny', 'allow', 'ask', 'modify', 'message', 'return', 'flow', 'inject'],
  modify: { input: { replace: true, merge: true } },
  flow: { operations: ['stop', 'continue'], remainingContinuations: 2 },
  inject: { context: { append: true, deliverAt: ['now', 'next_turn'] } },
};
const NOTHING = { effects: [] };
const ONLY_DENY = { effects: ['deny'] };

const verdict = (more: Partial<Verdict>): Verdict => ({
  ...{ event: 'PreToolUse', decision: 'none', decidedBy: [], rewrittenBy: [], runs: [] },
  ...{ toAgent: [], toUser: [], context: [], erasePrompt: false },
  ...more,
});
const says = (text: string) => [{ text, hook: 'h' }];
const shows = (text: string) => [{ text, hook: 'h', tone: 'info' as const }];

test.each<[Decision, Partial<Verdict>, object, object[] | RegExp]>([
  ['none', {}, ALL, []],
  ['none', {}, NOTHING, []],
  ['allow', {}, ALL, [{ type: 'allow' }]],
  ['allow', {}, ONLY_DENY, []],
  ['ask', {}, ALL, [{ type: 'ask' }]],
  ['ask', {}, ONLY_DENY, [{ type: 'deny', reason: 'A person has to allow this: a hook asks' }]],
  ['ask', {}, NOTHING, /no way to: A person has to allow/],
  ['block', { toAgent: says('no') }, ALL, [{ type: 'deny', reason: 'no' }]],
  ['block', { toAgent: says('no') }, NOTHING, /no way to: no/],
  [
    'block',
    { toAgent: says('go on') },
    { effects: ['flow'], flow: ALL.flow },
    [{ type: 'flow', operation: 'continue', instruction: 'go on' }],
  ],
  [
    'block',
    { toAgent: says('go on') },
    { effects: ['flow'], flow: { operations: ['continue'], remainingContinuations: 0 } },
    /no way to: go on/,
  ],
  ['halt', { stopReason: 'end' }, ALL, [{ type: 'flow', operation: 'stop', reason: 'end' }]],
  ['halt', { stopReason: 'end' }, ONLY_DENY, [{ type: 'deny', reason: 'end' }]],
  ['halt', {}, NOTHING, /no way to: A hook ended the turn/],
])('%s, %j, where %j is offered', (decision, more, offered, expected) => {
  const came = effectsOf(verdict({ decision, ...more }), ASKED, { ...offered });
  if (expected instanceof RegExp) expect(came).toEqual({ unable: expect.stringMatching(expected) });
  else expect(came).toEqual({ effects: expected });
});

describe('what hooks change', () => {
  const modify = (operation: string, value: object) => ({
    ...{ type: 'modify', target: 'input', operation },
    value,
  });
  const only = (modes: object) => ({ effects: ['deny', 'modify'], modify: { input: modes } });
  const less = { command: 'pwd' };
  const same = { command: 'pwd', timeout: 30 };

  test.each<[string, object, object, object]>([
    ['replaces', same, ALL, modify('replace', same)],
    ['merges, where the host cannot replace', same, only({ merge: true }), modify('merge', same)],
    ['is refused where a merge would keep a field', less, only({ merge: true }), { type: 'deny' }],
    ['is refused where nothing can be changed', same, ONLY_DENY, { type: 'deny' }],
  ])('%s', (_, input, offered, effect) => {
    const came = effectsOf(verdict({ input: { ...input } }), ASKED, { ...offered });
    expect(came).toMatchObject({ effects: [effect] });
  });

  test('an answer in the tool’s place is given, or the call is refused', () => {
    expect(effectsOf(verdict({ response: null }), ASKED, ALL)).toEqual({
      effects: [{ type: 'return', value: null }],
    });
    expect(effectsOf(verdict({ response: 1 }), ASKED, ONLY_DENY)).toMatchObject({
      effects: [{ type: 'deny' }],
    });
  });

  test.each(['output', 'prompt', 'content'])('a rewritten %s is refused', (name) => {
    expect(effectsOf(verdict({ [name]: {} }), ASKED, ALL)).toMatchObject({
      effects: [{ type: 'deny' }],
    });
  });
});

test('words go where the host has an ear for them', () => {
  const told = verdict({
    ...{ toAgent: says('feedback'), context: says('now'), nextContext: says('later') },
    toUser: shows('to you'),
  });
  const inject = (deliverAt: string, text: string) => ({
    ...{ type: 'inject', target: 'context', operation: 'append' },
    ...{ deliverAt, value: { text } },
  });
  expect(effectsOf(told, ASKED, ALL)).toEqual({
    effects: [
      inject('now', 'feedback\nnow'),
      inject('next_turn', 'later'),
      { type: 'message', text: 'to you' },
    ],
  });
  expect(effectsOf(told, ASKED, ONLY_DENY)).toEqual({ effects: [] });
});
