import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { INPUTS } from '../helpers.ts';

const says = (name: string) => ({
  PreToolUse: [{ hooks: [{ type: 'command', name, command: `true ${name}` }] }],
});

async function engine() {
  const made = await createEngine({
    sources: [
      { name: 'user', hooks: says('always') },
      { name: 'user', hooks: says('a'), scope: { id: 'A', says: 'while A works' } },
      { name: 'user', hooks: says('b'), scope: { id: 'B', says: 'while B works' } },
    ],
    launcher: false,
  });
  onTestFinished(() => made.close());
  return made;
}

test.each<[readonly string[] | undefined, readonly string[]]>([
  [undefined, ['always']],
  [[], ['always']],
  [['A'], ['always', 'a']],
  [
    ['B', 'A'],
    ['always', 'a', 'b'],
  ],
  [['C'], ['always']],
])('with %j under way, %j run', async (scopes, names) => {
  const { fire } = await engine();
  // A plan is remembered: it must not be the one of other scopes.
  await fire(INPUTS.PreToolUse, { scopes: ['A', 'B'] });
  const { runs } = await fire(INPUTS.PreToolUse, scopes ? { scopes } : {});
  expect(runs.map(({ hook }) => hook)).toEqual(names);
  const entries = (await engine()).entries.map(({ scope }) => scope?.says);
  expect(entries).toEqual([undefined, 'while A works', 'while B works']);
});
