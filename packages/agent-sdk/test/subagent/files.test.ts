import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { approve, openSettings } from '@wavehooks/settings';
import { describe, expect, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { blocksOf, tempDir, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { delegate, inputsIn, KEEPS_INPUT, said } from './delegate.ts';

const agentFile = (head: string, body = 'You are the SEER.') =>
  `---\nname: seer\ndescription: sees THINGS\n${head}---\n${body}\n`;

function place() {
  const [home, dir] = [tempDir(), tempDir()];
  const write = (root: string) => (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return { home, dir, inHome: write(home), inProject: write(dir) };
}

type Where = ReturnType<typeof place>;

const approveAll = async ({ home, dir }: Where) => {
  const { items } = openSettings({ home, projectDir: dir });
  await approve(home, dir, items);
};

const open = ({ home, dir }: Where, more: Parameters<typeof openAgent>[0] = {}) =>
  openAgent({ home, workdir: dir, settingSources: ['user', 'project', 'local'], ...more });

const problemTexts = ({ agent }: Awaited<ReturnType<typeof open>>) =>
  agent.problems.map(({ source, text }) => `${source}: ${text}`);

describe.each(['anthropic', 'chat'] as const)('over %s', (protocol) => {
  test("the user's agent is offered, has its prompt and only its tools", async () => {
    const where = place();
    where.inHome(
      '.wave/agents/seer.md',
      agentFile('tools: Read, Grep, Bash\ndisallowedTools: Bash\n'),
    );
    const { agent, server } = await open(where, { protocol });
    server.script(
      delegate('LOOK', 'seer'),
      call('Bash', { command: 'touch ran' }),
      say('SEEN'),
      say('main'),
    );
    const { text } = await agent.sendMessage('go');
    expect(text).toBe('main');
    expect(server.faults).toEqual([]);
    const [first, second, third] = server.requests.map((request) => said(request));
    expect(first).toContain('- seer: sees THINGS');
    expect(first).not.toContain('You are the SEER.');
    expect(second).toContain('You are the SEER.');
    const names = toolNames(server.requests[1]?.body);
    expect(names).toEqual(['Read', 'Grep']);
    expect(third).toContain('There is no tool called');
    expect(existsSync(join(where.dir, 'ran'))).toBe(false);
  });
});

test("a project's agent is offered only once it is approved, and never when it changed", async () => {
  const where = place();
  where.inProject('.wave/agents/seer.md', agentFile(''));
  const before = await open(where);
  before.server.script(delegate('LOOK', 'seer'), say('so'));
  await before.agent.sendMessage('go');
  expect(before.sent()).not.toContain('THINGS');
  expect(before.sent()).not.toContain('SEER');
  expect(textOf(before.agent.messages.at(-1))).toBe('so');
  expect(problemTexts(before)).toEqual([
    `${where.dir}/.wave/agents/seer.md: this project's agent seer waits for your approval and is not offered to the model (see: wave hooks review)`,
  ]);
  await approveAll(where);
  const after = await open(where);
  after.server.script(delegate('LOOK', 'seer'), say('SEEN'), say('main'));
  await after.agent.sendMessage('go');
  expect(said(after.server.requests[1])).toContain('You are the SEER.');
  expect(after.agent.problems).toEqual([]);
  where.inProject('.wave/agents/seer.md', agentFile('', 'You are ANOTHER.'));
  const changed = await open(where);
  changed.server.script(say('hello'));
  await changed.agent.sendMessage('go');
  expect(changed.sent()).not.toContain('THINGS');
  expect(problemTexts(changed)[0]).toContain('agent seer (changed) waits for your approval');
});

test('what a review accepts while the agent lives is offered with the next request', async () => {
  const where = place();
  where.inProject('.wave/agents/seer.md', agentFile(''));
  const { agent, server, sent } = await open(where);
  server.script(say('one'));
  await agent.sendMessage('go');
  expect(sent()).not.toContain('THINGS');
  const review = agent.hooks.review();
  if (review) await agent.hooks.accept(review);
  server.script(delegate('LOOK', 'seer'), say('SEEN'), say('main'));
  await agent.sendMessage('go');
  expect(said(server.requests[1])).toContain('- seer: sees THINGS');
  expect(said(server.requests[2])).toContain('You are the SEER.');
});

test('a faulty file says where and what, and the others go on', async () => {
  const where = place();
  where.inHome('.wave/agents/bad.md', '---\nname: bad\ndescription: d\ntools: 3\n---\nx\n');
  where.inHome('.wave/agents/seer.md', agentFile(''));
  const opened = await open(where);
  opened.server.script(say('hello'));
  await opened.agent.sendMessage('go');
  expect(opened.sent()).toContain('- seer: sees THINGS');
  expect(opened.sent()).not.toContain('- bad:');
  expect(problemTexts(opened)).toEqual([
    `${where.home}/.wave/agents/bad.md:4: "tools": expected names of tools, as a list or with commas between them, got 3; this agent is off`,
  ]);
});

test("the user's comes before a project's of the same name", async () => {
  const where = place();
  where.inHome('.wave/agents/seer.md', agentFile('', 'MINE'));
  where.inProject('.wave/agents/seer.md', agentFile('', 'THEIRS'));
  await approveAll(where);
  const { agent, server } = await open(where);
  server.script(delegate('LOOK', 'seer'), say('SEEN'), say('main'));
  await agent.sendMessage('go');
  expect(said(server.requests[1])).toContain('MINE');
  expect(agent.settings?.definitions.map(({ state }) => state)).toEqual(['active', 'hidden']);
});

test("Claude Code's agents count when its files are read, its plugins' under their names", async () => {
  const where = place();
  where.inHome('.claude/agents/seer.md', agentFile('color: red\ntools: Read, WebSearch\n'));
  where.inHome('plug/agents/aide.md', agentFile('').replaceAll('seer', 'aide'));
  where.inHome('.claude/settings.json', '{"enabledPlugins":{"plug@shop":true}}');
  where.inHome(
    '.claude/plugins/installed_plugins.json',
    JSON.stringify({ plugins: { 'plug@shop': [{ installPath: join(where.home, 'plug') }] } }),
  );
  const off = await open(where);
  off.server.script(say('x'));
  await off.agent.sendMessage('go');
  expect(off.sent()).not.toContain('THINGS');
  where.inHome('.wave/settings.json', '{"readClaudeCode":true}');
  const on = await open(where);
  on.server.script(say('x'));
  await on.agent.sendMessage('go');
  expect(on.sent()).toContain('- seer: sees THINGS');
  expect(on.sent()).toContain('- plug:aide: sees THINGS');
  expect(on.agent.problems).toEqual([]);
});

test.each([
  ['bypassPermissions', 'plan', false],
  ['bypassPermissions', 'dontAsk', false],
  ['default', 'bypassPermissions', false],
  ['bypassPermissions', 'default', false],
  ['bypassPermissions', 'bypassPermissions', true],
] as const)('in %s an agent with permissionMode %s: runs %s', async (mode, own, runs) => {
  const where = place();
  where.inHome('.wave/agents/seer.md', agentFile(`permissionMode: ${own}\n`));
  const { agent, server } = await open(where, { permissionMode: mode });
  server.script(
    delegate('DO', 'seer'),
    call('Bash', { command: 'touch ran' }),
    say('done'),
    say('main'),
  );
  await agent.sendMessage('go');
  expect(server.faults).toEqual([]);
  expect(existsSync(join(where.dir, 'ran'))).toBe(runs);
});

test('what it starts in turn is held to its mode, too', async () => {
  const where = place();
  where.inHome('.wave/agents/seer.md', agentFile('permissionMode: plan\n'));
  const { agent, server } = await open(where, { permissionMode: 'bypassPermissions' });
  server.script(
    delegate('DO', 'seer'),
    delegate('DEEPER', 'general'),
    call('Bash', { command: 'touch ran' }),
    say('deep'),
    say('done'),
    say('main'),
  );
  await agent.sendMessage('go');
  expect(existsSync(join(where.dir, 'ran'))).toBe(false);
});

const GUARD = `hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          name: seers
          command: 'sh "$WAVE_PROJECT_DIR"/guard.sh'
  Stop:
    - matcher: ignored
      hooks:
        - type: command
          command: '${KEEPS_INPUT}'
`;

test('its hooks run for it and for what it starts, and for nobody else', async () => {
  const where = place();
  where.inProject('.wave/agents/seer.md', agentFile(GUARD));
  where.inProject('guard.sh', 'echo GUARDED >&2; exit 2\n');
  await approveAll(where);
  const { agent, server } = await open(where);
  const touch = (name: string) => call('Bash', { command: `touch ${name}` });
  server.script(
    touch('before'),
    delegate('DO', 'seer'),
    touch('within'),
    delegate('DEEPER', 'general'),
    touch('deeper'),
    say('deep'),
    say('done'),
    touch('after'),
    say('main'),
  );
  await agent.sendMessage('go');
  const there = (name: string) => existsSync(join(where.dir, name));
  expect(['before', 'within', 'deeper', 'after'].filter(there)).toEqual(['before', 'after']);
  expect(server.requests.map((request) => said(request)).join()).toContain('GUARDED');
  const stops = inputsIn(where.dir);
  expect(stops.map(({ hook_event_name, agent_type }) => [hook_event_name, agent_type])).toEqual([
    ['SubagentStop', 'general'],
    ['SubagentStop', 'seer'],
  ]);
});

test('a script of its hooks that changed since the approval blocks', async () => {
  const where = place();
  where.inProject('.wave/agents/seer.md', agentFile(GUARD));
  where.inProject('guard.sh', 'exit 0\n');
  await approveAll(where);
  const { agent, server } = await open(where);
  where.inProject('guard.sh', 'exit 0 # another\n');
  server.script(
    delegate('DO', 'seer'),
    call('Bash', { command: 'touch ran' }),
    say('done'),
    say('m'),
  );
  await agent.sendMessage('go');
  expect(existsSync(join(where.dir, 'ran'))).toBe(false);
  expect(
    blocksOf(agent.messages, 'error')
      .map(({ content }) => content)
      .join(),
  ).toContain('guard changed since approval');
  const later = await open(where);
  later.server.script(say('x'));
  await later.agent.sendMessage('go');
  expect(later.sent()).not.toContain('THINGS');
});

test.each([
  ['without hooks', '', true],
  ['with hooks, which block', GUARD, false],
])(
  'a file that changes while the session runs: the approved text stays, %s',
  async (_, head, runs) => {
    const where = place();
    where.inProject('.wave/agents/seer.md', agentFile(head));
    where.inProject('guard.sh', 'exit 0\n');
    await approveAll(where);
    const { agent, server } = await open(where);
    where.inProject('.wave/agents/seer.md', agentFile(head, 'You are ANOTHER.'));
    server.script(
      delegate('DO', 'seer'),
      call('Bash', { command: 'touch ran' }),
      say('done'),
      say('m'),
    );
    await agent.sendMessage('go');
    expect(said(server.requests[1])).toContain('You are the SEER.');
    expect(said(server.requests[1])).not.toContain('ANOTHER');
    expect(existsSync(join(where.dir, 'ran'))).toBe(runs);
  },
);

const BROKEN = `hooks:
  PreToolUse: [{hooks: [{type: command, comand: ./guard.sh, onError: block}]}]
`;

test.each(['unapproved', 'approved'] as const)(
  'a broken guard of an %s agent shuts nothing for anybody else',
  async (state) => {
    const where = place();
    where.inProject('.wave/agents/seer.md', agentFile(BROKEN));
    if (state === 'approved') await approveAll(where);
    const { agent, server } = await open(where);
    server.script(
      call('Bash', { command: 'touch ran' }),
      delegate('DO', 'general'),
      call('Bash', { command: 'touch within' }),
      say('done'),
      say('main'),
    );
    await agent.sendMessage('go');
    expect(existsSync(join(where.dir, 'ran'))).toBe(true);
    expect(existsSync(join(where.dir, 'within'))).toBe(true);
  },
);

test.each([BROKEN, 'hooks:\n  PreTolUse:\n    - hooks: [{type: command, command: "true"}]\n'])(
  'an agent with %j is off: it would work unguarded',
  async (hooks) => {
    const where = place();
    where.inHome('.wave/agents/seer.md', agentFile(hooks));
    const opened = await open(where);
    opened.server.script(say('hello'));
    await opened.agent.sendMessage('go');
    expect(opened.sent()).not.toContain('THINGS');
    expect(problemTexts(opened)).toEqual([
      expect.stringMatching(/seer\.md:5: .*; this agent is off$/),
    ]);
    expect(opened.agent.settings?.definitions.map(({ state }) => state)).toEqual(['faulty']);
  },
);

test("a model that cannot be had is said, and the session's is used", async () => {
  const where = place();
  where.inHome('.wave/agents/seer.md', agentFile('model: haiku\n'));
  const opened = await open(where, { protocol: 'chat' });
  opened.server.script(delegate('DO', 'seer'), say('done'), say('main'));
  await opened.agent.sendMessage('go');
  expect(problemTexts(opened)[0]).toContain(
    `"model": "haiku" cannot be had, so the agent seer uses the session's`,
  );
  expect(opened.server.faults).toEqual([]);
});

const toolNames = (body: unknown): string[] =>
  (body as { tools: { name?: string; function?: { name: string } }[] }).tools.map(
    (tool) => tool.name ?? tool.function?.name ?? '',
  );
