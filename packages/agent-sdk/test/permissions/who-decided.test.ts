import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../src/conversation/agent-event.ts';
import type { AgentOptions } from '../../src/open/options/agent-options.ts';
import { PERMISSION_ROWS } from '../../src/permissions/decide.ts';
import { openAgent } from '../open-agent.ts';
import { hooksOn, printing, tempDir } from '../talk.ts';
import { call, type Reply, say } from '../wire/reply.ts';

type Heard = Extract<AgentEvent, { is: 'decision' }>;

async function decided(
  options: Omit<AgentOptions, 'hooks'> & { hooks?: Readonly<Record<string, unknown>> },
  ...script: Reply[]
) {
  const { agent, server } = await openAgent({ permissionMode: 'default', ...options });
  const heard: Heard[] = [];
  agent.subscribe((event) => {
    const inner = event.is === 'subagent' ? event.event : event;
    if (inner.is === 'decision') heard.push(inner);
  });
  server.script(...script, say('ok'));
  await agent.sendMessage('PROMPT');
  return heard.map(({ by, answer, row, waited, unanswered }) => ({
    ...{ by, answer, row: PERMISSION_ROWS[row - 1]?.by },
    ...(waited === undefined ? {} : { waited: waited >= 0 }),
    ...(unanswered === undefined ? {} : { unanswered }),
  }));
}

const TOUCH = call('Bash', { command: 'touch a' });
const decides = (permissionDecision: string) =>
  printing({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision } });
const requests = (behavior: string) =>
  printing({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior } },
  });

test('a rule, with its list and where it stands', async () => {
  const home = realpathSync(tempDir());
  mkdirSync(join(home, '.wave'));
  const file = join(home, '.wave/settings.json');
  writeFileSync(file, '{"permissions": {\n"deny": [\n"Bash(touch *)"\n]}}');
  const by = { is: 'rule', rule: 'Bash(touch *)', list: 'deny', where: `${file}:3` };
  expect(await decided({ home, settingSources: ['user'] }, TOUCH)).toEqual([
    { answer: 'no', row: 'deny rule', by },
  ]);
});

test('a rule that stands in no file', async () => {
  const permissions = { allow: ['Bash(touch *)'] };
  const by = { is: 'rule', rule: 'Bash(touch *)', list: 'allow' };
  expect(await decided({ permissions }, TOUCH)).toEqual([{ answer: 'yes', row: 'allow rule', by }]);
});

test.each([
  ['block', { command: 'exit 2' }, 'no', 'blocked by a hook'],
  ['allow', { command: decides('allow') }, 'yes', 'allowed by a hook'],
])('a hook that says %s', async (_, entry, answer, row) => {
  const hooks = hooksOn('PreToolUse', { name: 'guard', ...entry });
  expect(await decided({ hooks }, TOUCH)).toEqual([
    { answer, row, by: { is: 'hook', hook: 'guard' } },
  ]);
});

test.each([
  ['allow', 'yes'],
  ['deny', 'no'],
])('a hook that answers %s in the place of the user', async (behavior, answer) => {
  const hooks = hooksOn('PermissionRequest', { name: 'deputy', command: requests(behavior) });
  expect(await decided({ hooks, confirm: async () => 'no' as never }, TOUCH)).toEqual([
    { answer, row: 'no rule allows it', by: { is: 'hook', hook: 'deputy' } },
  ]);
});

test('a person who says yes, no, or always', async () => {
  const row = 'no rule allows it';
  const waited = true;
  expect(await decided({ confirm: async () => true }, TOUCH)).toEqual([
    { answer: 'yes', row, by: { is: 'person' }, waited },
  ]);
  expect(await decided({ confirm: async () => false }, TOUCH)).toEqual([
    { answer: 'no', row, by: { is: 'person' }, waited },
  ]);
  const always = { answer: 'always', rule: 'Bash(touch *)' } as const;
  const again = call('Bash', { command: 'touch b' });
  expect(await decided({ confirm: async () => always }, TOUCH, again)).toEqual([
    { answer: 'yes', row, by: { is: 'person', lasting: 'Bash(touch *)' }, waited },
    {
      ...{ answer: 'yes', row: 'allow rule' },
      by: { is: 'rule', rule: 'Bash(touch *)', list: 'allow' },
    },
  ]);
});

test('a person who sets a mode, and one who accepts a plan', async () => {
  const row = 'no rule allows it';
  const write = call('Write', { file_path: 'a', content: 'x' });
  const edits = { answer: 'always', mode: 'acceptEdits' } as const;
  expect(await decided({ confirm: async () => edits }, write)).toEqual([
    { answer: 'yes', row, by: { is: 'person', mode: 'acceptEdits' }, waited: true },
  ]);
  // Every plan is asked about anew: nothing of the answer lasts.
  const plan = call('ExitPlanMode', { plan: 'do it' });
  const accepted = { answer: 'yes', mode: 'acceptEdits' } as const;
  expect(
    await decided({ permissionMode: 'plan', confirm: async () => accepted }, plan),
  ).toMatchObject([{ answer: 'yes', row: 'only you can accept a plan', by: { is: 'person' } }]);
});

test('a mode', async () => {
  const by = (mode: string) => ({ is: 'mode', mode });
  expect(await decided({ permissionMode: 'plan' }, TOUCH)).toEqual([
    { answer: 'no', row: 'plan mode', by: by('plan') },
  ]);
  expect(await decided({ permissionMode: 'bypassPermissions' }, TOUCH)).toEqual([
    { answer: 'yes', row: 'bypassPermissions', by: by('bypassPermissions') },
  ]);
  expect(await decided({ permissionMode: 'dontAsk' }, TOUCH)).toEqual([
    { answer: 'no', row: 'no rule allows it', by: by('dontAsk'), unanswered: true },
  ]);
});

test('the table, where nobody else had a say', async () => {
  const by = { is: 'table' };
  expect(await decided({}, call('Bash', { command: 'ls' }))).toEqual([
    { answer: 'yes', row: 'a command that only reads, inside the project', by },
  ]);
  // Nobody is there to be asked.
  expect(await decided({}, TOUCH)).toEqual([
    { answer: 'no', row: 'no rule allows it', by, unanswered: true },
  ]);
});
