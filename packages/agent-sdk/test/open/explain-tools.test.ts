import { expect, test } from 'vitest';
import { openExplainer } from '../../src/open/explain.ts';
import { PERMISSION_ROWS } from '../../src/permissions/decide.ts';
import type { PermissionMode } from '../../src/permissions/rules/rule.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { say } from '../wire/reply.ts';

const explained = (
  tool: string,
  input: object,
  permissions: object = {},
  mode: PermissionMode = 'default',
) => {
  const options = { workdir: tempDir(), home: tempDir(), permissions };
  const { decision, row, rule, why } = openExplainer(options).explain({ tool, input, mode });
  return { decision, by: PERMISSION_ROWS[row - 1]?.by, rule, why };
};

test('a plan is for you to accept, in plan mode alone', () => {
  expect(explained('ExitPlanMode', { plan: 'x' }, {}, 'plan')).toMatchObject({
    ...{ decision: 'ask', by: 'only you can accept a plan' },
  });
  expect(explained('ExitPlanMode', { plan: 'x' }).decision).toBe('allow');
});

test('a skill needs no permission, and rules go by its name', () => {
  expect(explained('Skill', { skill: 'pdf' }).decision).toBe('allow');
  expect(explained('Skill', { skill: '/pdf' }, { deny: ['Skill(pdf)'] })).toMatchObject({
    ...{ decision: 'deny', rule: 'Skill(pdf)' },
  });
});

test.each([
  [{}, 'deny', 'no rule allows it', 'it runs at the provider'],
  [{ allow: ['WebSearch'] }, 'allow', 'allow rule', 'allow rule: WebSearch'],
  [
    { allow: ['WebSearch(domain:a.example)'], deny: ['WebSearch(domain:b.example)'] },
    ...['allow', 'allow rule', 'allow rule: WebSearch(domain:a.example)'],
  ],
  [{ allow: ['WebSearch'], deny: ['WebSearch'] }, 'deny', 'deny rule', 'deny rule: WebSearch'],
  [{ allow: ['WebSearch'], ask: ['WebSearch'] }, 'deny', 'ask rule', 'an ask rule names it'],
] as [object, string, string, string][])(
  'a search with %j: %s',
  (permissions, decision, by, why) => {
    for (const mode of ['default', 'plan', 'bypassPermissions'] as const)
      expect(explained('WebSearch', { query: 'x' }, permissions, mode)).toMatchObject({
        ...{ decision, by, why: expect.stringContaining(why) },
      });
  },
);

const EVERYWHERE = { allow: ['WebFetch(domain:*)'] };

test.each([
  ['http://127.0.0.1:3000/', EVERYWHERE, 'deny'],
  ['http://[::1]/', EVERYWHERE, 'deny'],
  ['http://10.0.0.8/', { allow: ['WebFetch'] }, 'deny'],
  ['http://localhost:3000/', EVERYWHERE, 'deny'],
  ['http://127.0.0.1:3000/', {}, 'deny'],
  ['http://127.0.0.1:3000/', { allow: ['WebFetch(domain:127.0.0.1:3000)'] }, 'allow'],
] as [string, object, string][])('%s with %j: %s', async (url, permissions, decision) => {
  const said = explained('WebFetch', { url }, permissions);
  expect(said.decision).toBe(decision);
  if (decision === 'deny') expect(said.why).toContain('on this machine or in a private network');
  if (decision === 'allow') return;
  // The agent refuses it, too, and asks nobody.
  let asked = 0;
  const { agent } = await talk({
    ...{ workdir: tempDir(), home: tempDir(), permissions },
    script: [{ blocks: [{ call: 'WebFetch', input: { url }, id: 'a' }] }, say('done')],
    confirm: async () => ++asked > 0,
  });
  const [block] = blocksOf(agent.messages, 'tool');
  expect([asked, JSON.stringify(block)]).toEqual([0, expect.stringContaining('private network')]);
});

test('where a name leads shows only when it connects', () => {
  const url = 'https://docs.example/';
  expect(explained('WebFetch', { url }, EVERYWHERE)).toMatchObject({
    ...{ decision: 'allow', why: expect.stringContaining('is checked when it connects') },
  });
  const named = { allow: ['WebFetch(domain:docs.example)'] };
  expect(explained('WebFetch', { url }, named).why).toBe(`allow rule: ${named.allow[0]}`);
  expect(explained('WebFetch', { url }, { deny: ['WebFetch'] }).why).toBe('deny rule: WebFetch');
});
