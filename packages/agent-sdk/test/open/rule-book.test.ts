import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfirmAnswer } from '../../src/permissions/confirm.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const MAKE = { command: 'touch made' };
const twice = () => [call('Bash', MAKE, 'one'), call('Bash', MAKE, 'two'), say('done')];

/** A project and a home, and a session in them that answers its questions in one way. */
function project(files: Readonly<Record<string, string>> = {}) {
  const [dir, home] = [tempDir(), tempDir()];
  const path = (name: string) =>
    name.startsWith('~') ? join(home, name.slice(2)) : join(dir, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
  const session = async (answer: unknown, more: object = {}) => {
    let asked = 0;
    const { agent, send } = await talk({
      ...{ workdir: dir, home, permissionMode: 'default' },
      settingSources: ['user', 'project', 'local'],
      script: twice(),
      confirm: async () => {
        asked += 1;
        return answer as ConfirmAnswer;
      },
      ...more,
    });
    const told = blocksOf(agent.messages, 'notice').map(({ content }) => content);
    const faults = blocksOf(agent.messages, 'error').map(({ content }) => content);
    return { agent, send, told, faults, asked: () => asked };
  };
  const text = (name: string) => readFileSync(path(name), 'utf8');
  return { dir, home, path, text, session };
}

const LOCAL = '.wave/settings.local.json';
const USER = '~/.wave/settings.json';
const RULE = 'Bash(touch *)';

test.each([
  ['project', LOCAL, USER],
  ['user', USER, LOCAL],
] as const)(
  'always for the %s is written, holds at once and in later sessions',
  async (scope, file, other) => {
    const { path, text, session } = project();
    const first = await session({ answer: 'always', rule: RULE, scope });
    expect(first.asked()).toBe(1);
    expect(text(file)).toBe(
      '{\n  "permissions": {\n    "allow": [\n      "Bash(touch *)"\n    ]\n  }\n}\n',
    );
    expect(existsSync(path(other))).toBe(false);
    expect([first.told, first.faults]).toEqual([
      [`${RULE} is allowed from now on: ${path(file)}`],
      [],
    ]);
    expect(await first.agent.hooks.notice(), 'its own change is no news').toBe(undefined);
    expect((await session(false)).asked()).toBe(0);
  },
);

test('always without a scope, and the mode, hold for the session and are written nowhere', async () => {
  const { path, session } = project();
  const first = await session({ answer: 'always', rule: RULE });
  expect([first.asked(), first.agent.allowed]).toEqual([1, [RULE]]);
  const write = (name: string) => call('Write', { file_path: name, content: 'x' }, name);
  const second = await session(
    { answer: 'always', mode: 'acceptEdits' },
    { script: [write('a'), write('b'), say('done')] },
  );
  expect([second.asked(), second.agent.permissionMode]).toEqual([1, 'acceptEdits']);
  expect((await session(false)).asked()).toBe(2);
  expect([existsSync(path(LOCAL)), existsSync(path(USER))]).toEqual([false, false]);
});

test.each([
  [
    { answer: 'always', rule: RULE, scope: 'forever' },
    /scope "forever", so nothing was kept: expected one of session, project, user/,
  ],
  [{ answer: 'always', mode: 'bypassPermissions' }, /mode "bypassPermissions", which was not set/],
  [{ answer: 'always', mode: 'acceptEdits', scope: 'user' }, /scope "user", so nothing was kept/],
  [{ answer: 'always', mode: 'acceptEdits', rule: RULE }, /no rule beside it/],
  [{ answer: 'always' }, /the rule nothing, which was not kept/],
])('%j runs this call, keeps nothing, and is told', async (answer, says) => {
  const { path, session } = project();
  const { agent, asked, faults } = await session(answer);
  expect([asked(), faults.length]).toEqual([2, 2]);
  expect(faults[0]).toMatch(says);
  expect(faults[0]).toMatch(/The call runs this once\.$/);
  expect([agent.permissionMode, agent.rules.allow]).toEqual(['default', []]);
  expect([existsSync(path(LOCAL)), existsSync(path(USER))]).toEqual([false, false]);
});

test('a project in git: the file is named for .gitignore, unless it is there', async () => {
  const answer = { answer: 'always', rule: RULE, scope: 'project' };
  const advice = /It is yours alone: add \.wave\/settings\.local\.json to \.gitignore$/;
  const first = await project({ '.git/HEAD': '' }).session(answer);
  expect(first.told[0]).toMatch(advice);
  const ignored = { '.git/HEAD': '', '.gitignore': '*.log\n/.wave/settings.local.json\n' };
  expect((await project(ignored).session(answer)).told[0]).not.toMatch(advice);
});

test('what cannot be written holds for the session, and the user hears why', async () => {
  const { dir, home, text, session } = project({ [USER]: '{"env":{}}' });
  mkdirSync(join(dir, '.wave'));
  symlinkSync(join(home, '.wave/settings.json'), join(dir, LOCAL));
  const { agent, asked, faults } = await session({
    answer: 'always',
    rule: RULE,
    scope: 'project',
  });
  expect([asked(), agent.allowed]).toEqual([1, [RULE]]);
  expect(faults).toEqual([
    expect.stringMatching(
      /^Bash\(touch \*\) is allowed in this session only: .*outside the project/,
    ),
  ]);
  expect(text(USER)).toBe('{"env":{}}');
});

test("rules that a repository brings stay off, also in the file that the user's answer goes to", async () => {
  const { session } = project({ [LOCAL]: '{"permissions":{"allow":["Bash(rm *)"]}}' });
  const first = await session({ answer: 'always', rule: RULE, scope: 'project' });
  expect(first.agent.rules.allow).toEqual([RULE]);
  const next = await session(false);
  expect(next.agent.rules.allow).toEqual([RULE]);
  expect(
    next.agent.ruleEntries.map(({ rule, counts }) => `${rule} ${counts ? 'counts' : 'is off'}`),
  ).toEqual(['Bash(rm *) is off', `${RULE} counts`]);
});

test('rules are listed with their places, added and removed, in force at once', async () => {
  const { path, text, session } = project({
    [USER]: '{ "permissions": {\n"deny": ["Bash(touch *)"] } } // mine\n',
  });
  const { agent, send, asked } = await session(false, { permissions: { ask: ['Bash(git *)'] } });
  expect(asked(), 'denied').toBe(0);
  expect(agent.ruleEntries).toEqual([
    {
      ...{ list: 'deny', rule: RULE, from: 'user', counts: true },
      ...{ source: `${path(USER)}:2`, file: path(USER) },
    },
    { list: 'ask', rule: 'Bash(git *)', from: 'options', counts: true },
  ]);
  const [denied, given] = agent.ruleEntries;
  if (denied) await agent.removeRule(denied);
  expect(text(USER)).toBe('{ "permissions": {\n"deny": [] } } // mine\n');
  await agent.addRule('allow', RULE, 'project');
  await send('again', ...twice());
  expect([asked(), existsSync(path('made'))]).toEqual([0, true]);
  const session1 = await agent.addRule('deny', 'Bash(touch made)');
  await send('again', ...twice());
  expect(blocksOf(agent.messages, 'tool').at(-1)?.refused).toBe('deny rule: Bash(touch made)');
  await agent.removeRule(session1);
  expect(agent.rules).toEqual({ allow: [RULE], ask: ['Bash(git *)'], deny: [] });
  await expect(agent.removeRule(given as never)).rejects.toThrow(
    /was given when the agent was started/,
  );
  expect(await agent.hooks.notice()).toBe(undefined);
});

test.each([
  ['Bash(', 'expected Tool or Tool(pattern)'],
  ['bash(ls)', 'expected Bash, got bash'],
  ['Bsh(ls)', 'there is no tool Bsh; did you mean Bash?'],
  ['Edit({a,b})', 'braces are not supported; write one rule for each'],
  ['', 'expected Tool or Tool(pattern)'],
])('the rule "%s" is refused in every list', async (rule, why) => {
  const { path, session } = project();
  const { agent } = await session(false);
  for (const list of ['allow', 'ask', 'deny'] as const)
    await expect(agent.addRule(list, rule, 'user')).rejects.toThrow(why);
  expect(existsSync(path(USER))).toBe(false);
});

test.each([
  [{ [USER]: '{"permissions":{"defaultMode":"acceptEdits"}}' }, {}, 'acceptEdits'],
  [{ [USER]: '{"permissions":{"defaultMode":"acceptEdits"}}' }, { permissionMode: 'plan' }, 'plan'],
  [{ [LOCAL]: '{"permissions":{"defaultMode":"acceptEdits"}}' }, {}, 'default'],
  [{ [LOCAL]: '{"permissions":{"defaultMode":"bypassPermissions"}}' }, {}, 'default'],
  [{ [LOCAL]: '{"permissions":{"defaultMode":"plan"}}' }, {}, 'plan'],
])('%j with %j starts in %s', async (files, more, mode) => {
  const { session } = project(files);
  const { agent } = await session(false, {
    permissionMode: undefined,
    script: [say('ok')],
    ...more,
  });
  expect(agent.permissionMode).toBe(mode);
});
