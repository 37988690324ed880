import { expect, test } from 'vitest';
import { addFlatHooks } from '../../src/editing/flat.ts';
import { removeHooks } from '../../src/editing/remove.ts';

const ADDED = [{ event: 'stop', entry: { command: 'ours' } }];
const isOurs = (entry: unknown) => (entry as { command?: string } | null)?.command === 'ours';
const add = (text: string) => addFlatHooks(text, ADDED, 'hooks.json');

test.each([
  [
    '',
    '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {\n        "command": "ours"\n      }\n    ]\n  }\n}\n',
  ],
  ['{"version":1}', '{"version":1,"hooks":{"stop":[{"command":"ours"}]}}'],
  ['{}', '{"version":1,"hooks":{"stop":[{"command":"ours"}]}}'],
])('%j', (before, after) => {
  expect(JSON.parse(add(before))).toEqual(JSON.parse(after));
});

test('what is there stays, to the byte, also when ours is taken out again', () => {
  const mine =
    '{\n  // mine\n  "version": 1,\n  "hooks": { "stop": [{ "command": "mine" }], },\n}\n';
  const both = add(mine);
  expect(both).toContain('// mine');
  expect(both).toMatch(/"mine" \},\s*\{ "command": "ours" \}/);
  expect(removeHooks(both, isOurs, 'hooks.json')).toBe(mine);
});

test.each(['{"hooks": []}', '{"hooks": {"stop": 1}}'])('%s is refused', (text) => {
  expect(() => add(text)).toThrow(/hooks\.json.*expected (an object|a list)/);
});
