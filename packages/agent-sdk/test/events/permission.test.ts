import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConfirmRequest } from '../../src/permissions/confirm.ts';
import { blocksOf, printing, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { heard, keeping, on, section } from './events.ts';

const touch = call('Bash', { command: 'touch ran' });
const ran = (dir: string, file = 'ran') => existsSync(join(dir, file));
const decides = (decision: object) => printing(section('PermissionRequest', { decision }));
const script = [touch, say('done')];
const results = (messages: Parameters<typeof blocksOf>[0]) =>
  blocksOf(messages, 'tool').map(({ result }) => result);

/** Asked, and counts it. */
function asking(answer = true) {
  const asked: ConfirmRequest[] = [];
  return {
    asked,
    confirm: async (request: ConfirmRequest) => {
      asked.push(request);
      return answer;
    },
  };
}

describe.each(['with a user', 'headless'])('%s', (where) => {
  const user = asking();
  const confirm = where === 'headless' ? {} : { confirm: user.confirm };

  test('a hook allows in the user’s place', async () => {
    const { dir } = await talk({
      permissionMode: 'default',
      hooks: on('PermissionRequest', decides({ behavior: 'allow' }), 'Bash'),
      script,
      ...confirm,
    });
    expect(ran(dir)).toBe(true);
    expect(user.asked).toEqual([]);
  });

  test('a hook denies, and the agent reads why', async () => {
    const { dir, sent, agent } = await talk({
      permissionMode: 'default',
      hooks: on('PermissionRequest', decides({ behavior: 'deny', message: 'NOT HERE' })),
      script,
      ...confirm,
    });
    expect(ran(dir)).toBe(false);
    expect(sent).toContain('NOT HERE');
    expect(user.asked).toEqual([]);
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
      by: 'hook',
      refused: 'the hook thehook',
    });
  });

  test('a deny that interrupts ends the turn', async () => {
    const { result, server } = await talk({
      permissionMode: 'default',
      hooks: on('PermissionRequest', decides({ behavior: 'deny', message: 'NO', interrupt: true })),
      script,
      ...confirm,
    });
    expect(result.ended).toBe('halted');
    expect(server.requests).toHaveLength(1);
  });
});

test('the event carries the call and the rule that would spare the question', async () => {
  const { dir } = await talk({
    permissionMode: 'default',
    hooks: keeping('PermissionRequest'),
    script,
  });
  expect(heard(dir)).toMatchObject([
    {
      tool_name: 'Bash',
      tool_input: { command: 'touch ran' },
      permission_suggestions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'touch ran' }],
          behavior: 'allow',
          destination: 'session',
        },
      ],
    },
  ]);
});

test.each<[string, object]>([
  ['an ask rule', { permissions: { ask: ['Bash(touch *)'] } }],
  [
    'what cannot be read beside a deny rule',
    { permissions: { deny: ['Bash(rm *)'] }, prompt: 'x' },
  ],
])('an allow does not answer for %s', async (_, options) => {
  const user = asking(false);
  const unread = 'prompt' in options;
  const { dir } = await talk({
    permissionMode: 'default',
    hooks: on('PermissionRequest', decides({ behavior: 'allow' })),
    script: [unread ? call('Bash', { command: 'eval "$X"; touch ran' }) : touch, say('done')],
    confirm: user.confirm,
    ...options,
  });
  expect(user.asked).toHaveLength(1);
  expect(ran(dir)).toBe(false);
});

test('an allow does not answer for another hook’s ask, nor for what guards the agent', async () => {
  const user = asking(false);
  const allow = on('PermissionRequest', decides({ behavior: 'allow' }));
  const asks = printing(section('PreToolUse', { permissionDecision: 'ask' }));
  await talk({
    permissionMode: 'default',
    hooks: { ...allow, ...on('PreToolUse', asks) },
    script,
    confirm: user.confirm,
  });
  expect(user.asked).toHaveLength(1);
  const { dir } = await talk({
    permissionMode: 'default',
    hooks: allow,
    script: [call('Write', { file_path: '.wave/settings.json', content: '{}' }), say('done')],
    confirm: user.confirm,
  });
  expect(user.asked).toHaveLength(2);
  expect(ran(dir, '.wave/settings.json')).toBe(false);
});

test('a deny rule is not asked about', async () => {
  const { dir } = await talk({
    permissionMode: 'default',
    permissions: { deny: ['Bash(touch *)'] },
    hooks: keeping('PermissionRequest', 'PermissionDenied'),
    script,
  });
  expect(heard(dir).map((one) => one['hook_event_name'])).toEqual(['PermissionDenied']);
});

test('updatedInput runs, and the table looks at it again', async () => {
  const rewrite = (command: string) =>
    on('PermissionRequest', decides({ behavior: 'allow', updatedInput: { command } }));
  const good = await talk({ permissionMode: 'default', hooks: rewrite('touch safe'), script });
  expect([ran(good.dir), ran(good.dir, 'safe')]).toEqual([false, true]);
  const denied = await talk({
    permissionMode: 'default',
    permissions: { deny: ['Bash(rm *)'] },
    hooks: rewrite('rm -rf x'),
    script,
  });
  expect(results(denied.agent.messages)[0]).toContain('A permission rule denies this');
  const misfit = await talk({
    permissionMode: 'default',
    hooks: on('PermissionRequest', decides({ behavior: 'allow', updatedInput: { command: 7 } })),
    script,
  });
  expect(results(misfit.agent.messages)[0]).toContain('no longer fits');
  expect(ran(misfit.dir)).toBe(false);
});

test('updatedPermissions hold for the rest of the session', async () => {
  const user = asking(false);
  const rules = [{ toolName: 'Bash', ruleContent: 'touch *' }];
  const update = { type: 'addRules', rules, behavior: 'allow', destination: 'session' };
  const once = `test -e asked && exit 0; touch asked; ${decides({ behavior: 'allow', updatedPermissions: [update] })}`;
  const { dir, agent } = await talk({
    permissionMode: 'default',
    hooks: on('PermissionRequest', once),
    script: [touch, call('Bash', { command: 'touch two' }), say('done')],
    confirm: user.confirm,
  });
  expect([ran(dir), ran(dir, 'two'), user.asked.length]).toEqual([true, true, 0]);
  expect(agent.rules.allow).toContain('Bash(touch *)');
});

test.each([
  ['whole', (_: string, other: string) => other],
  ['seen from the agent', relative],
])('a directory that was added counts as the project’s: %s', async (_, named) => {
  const [workdir, other] = [tempDir(), tempDir()];
  const update = {
    type: 'addDirectories',
    directories: [named(workdir, other)],
    destination: 'session',
  };
  const { agent } = await talk({
    workdir,
    permissionMode: 'default',
    hooks: on(
      'PermissionRequest',
      decides({ behavior: 'allow', updatedPermissions: [update] }),
      'Glob',
    ),
    script: [
      call('Glob', { pattern: '*', path: other }),
      call('Grep', { pattern: 'x', path: other }),
      say('done'),
    ],
  });
  expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([true, true]);
});

test('PermissionDenied says why: a rule, the mode, or nobody to ask', async () => {
  const why = async (options: object) => {
    const { dir } = await talk({ hooks: keeping('PermissionDenied'), script, ...options });
    return heard(dir).map(({ reason }) => reason);
  };
  expect(await why({ permissions: { deny: ['Bash'] } })).toEqual(['deny rule: Bash']);
  expect(await why({ permissionMode: 'plan' })).toEqual(['plan mode']);
  expect((await why({ permissionMode: 'dontAsk' }))[0]).toContain('nobody to ask');
  const no = { permissionMode: 'default', confirm: async () => false };
  expect(await why(no), 'the user said it').toEqual([]);
});

test('a notification comes with the dialog', async () => {
  const user = asking(true);
  const { agent, dir } = await talk({
    permissionMode: 'default',
    hooks: keeping('Notification'),
    script,
    confirm: user.confirm,
  });
  await agent.close();
  expect(heard(dir, 'Notification')).toMatchObject([
    { notification_type: 'permission_prompt', message: expect.stringContaining('Bash') },
  ]);
});
