import { expect, test } from 'vitest';
import { addRules, removeRule } from '../../src/editing/add-rules.ts';
import { setTopField } from '../../src/editing/set-top.ts';

const deny = (rule: string) => ({ kind: 'deny' as const, rule });
const ask = (rule: string) => ({ kind: 'ask' as const, rule });

test.each([
  ['', [deny('A'), ask('B')], { permissions: { deny: ['A'], ask: ['B'] } }],
  ['{}', [deny('A'), deny('A')], { permissions: { deny: ['A'] } }],
  ['{"permissions":{"deny":["A"]}}', [deny('A'), deny('B')], { permissions: { deny: ['A', 'B'] } }],
  ['{"permissions":{"allow":["X"]}}', [ask('B')], { permissions: { allow: ['X'], ask: ['B'] } }],
  ['{"hooks":{}}', [], { hooks: {} }],
])('%j with %j', (text, additions, expected) => {
  expect(JSON.parse(addRules(text, additions) || '{}')).toEqual(expected);
});

test('comments stay, and what is of another kind is refused', () => {
  const text = '{\n  // mine\n  "permissions": { "deny": [] }, // end\n}\n';
  const now = addRules(text, [deny('A')]);
  expect([now.includes('// mine'), now.includes('// end'), now.includes('"A"')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(() => addRules('{"permissions":{"deny":"A"}}', [deny('B')])).toThrow(/expected a list/);
  expect(() => addRules('{"permissions":[]}', [deny('B')])).toThrow(/expected a list/);
});

test('a field at the top is set, changed and taken away', () => {
  const text = '{\n  "a": 1 // one\n}\n';
  const set = setTopField(text, 'b', true);
  expect(set).toBe('{\n  "a": 1, // one\n  "b": true\n}\n');
  expect(setTopField(set, 'b', false)).toContain('"b": false');
  expect(JSON.parse(setTopField(set, 'b', undefined).replace('// one', ''))).toEqual({ a: 1 });
  expect(JSON.parse(setTopField('', 'b', 2))).toEqual({ b: 2 });
});

test.each([
  ['{"permissions":{"allow":["A","B","A "]}}', '{"permissions":{"allow":["B"]}}'],
  [
    '{\n  "permissions": {\n    "allow": [\n      "A", // one\n      "B" // two\n    ]\n  }\n}\n',
    '{\n  "permissions": {\n    "allow": [\n       // one\n      "B" // two\n    ]\n  }\n}\n',
  ],
  ['{"permissions":{"deny":["A"]}}', '{"permissions":{"deny":["A"]}}'],
  ['{"permissions":{"allow":"A"}}', '{"permissions":{"allow":"A"}}'],
  ['// nothing\n', '// nothing\n'],
])('without the allow A: %j', (text, expected) => {
  expect(removeRule(text, { kind: 'allow', rule: 'A' })).toBe(expected);
});
