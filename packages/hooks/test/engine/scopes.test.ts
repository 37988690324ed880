import { describe, expect, onTestFinished, test } from 'vitest';
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

describe('a broken guard of a scope', () => {
  const broken = { type: 'command', comand: './guard.sh', onError: 'block' };
  const PreToolUse = [{ hooks: [broken] }];
  const groups = [broken];
  const misplaced = [
    { under: 'Hooks', event: 'PreToolUse', name: 'PreToolUse', groups, at: 'x:1', text: 'wrong' },
  ] as const;
  const scope = { id: 'A', says: 'while A works' };

  test.each([
    ['an entry', { hooks: { PreToolUse } }],
    ['a group', { hooks: { PreToolUse: [broken] } }],
    ['an event', { hooks: { PreTolUse: PreToolUse } }],
    ['a misplaced one', { hooks: {}, misplaced }],
  ])('%s: it blocks where the scope is under way, and nowhere else', async (_, wrong) => {
    const decision = async (approved: boolean, scopes: string[]) => {
      const vouch = () => ({ approved, pins: [] });
      const sources = [{ name: 'project', scope, vouch, ...wrong }];
      const made = await createEngine({ sources, launcher: false });
      onTestFinished(() => made.close());
      return (await made.fire(INPUTS.PreToolUse, { scopes })).decision;
    };
    expect(await decision(true, ['A'])).toBe('block');
    expect(await decision(true, [])).toBe('none');
    expect(await decision(true, ['B'])).toBe('none');
    expect(await decision(false, ['A'])).toBe('none');
  });
});
