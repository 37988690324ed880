import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';

const ENV = { CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', CLAUDE_PROJECT_DIR: '' };
const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });

const run = (where: Place, peer: string, ...args: string[]) =>
  wave(['hooks', 'import', '--from', peer, ...args], where, { env: ENV });

interface Line {
  field: string;
  source: string;
  why?: string;
}

async function lists(where: Place, peer: string, ...args: string[]) {
  const { code, stdout, stderr } = await run(where, peer, '--json', ...args);
  expect(stderr).toBe('');
  const { imported, converted, notCarried } = JSON.parse(stdout) as Record<string, Line[]>;
  const all = [...(imported ?? []), ...(converted ?? []), ...(notCarried ?? [])];
  return { code, stdout, all, left: notCarried ?? [] };
}

const GUARD = [{ matcher: 'Bash', hooks: [hook('exit 2')] }];
const WATCHES = [{ hooks: [hook('true')] }];

const MISPLACED: [name: string, content: object, field: string, line: number, code: number][] = [
  ['at the top', { PreToolUse: GUARD }, 'PreToolUse', 2, 3],
  ['at the top, misspelt', { PreToolUs: GUARD }, 'PreToolUs', 2, 3],
  ['beside the real ones', { hooks: { Stop: WATCHES }, PreToolUse: GUARD }, 'PreToolUse', 14, 3],
  ['under "Hooks"', { Hooks: { PreToolUse: GUARD } }, 'Hooks.PreToolUse', 3, 3],
  ['under "Hooks", as a list', { Hooks: GUARD }, 'Hooks', 2, 3],
  [
    'in permissions',
    { permissions: { deny: [], hooks: { PreToolUse: GUARD } } },
    'permissions.hooks.PreToolUse',
    5,
    3,
  ],
  [
    'one level too deep',
    { hooks: { hooks: { PreToolUse: GUARD } } },
    'hooks.hooks.PreToolUse',
    4,
    3,
  ],
  ['and only watching', { Notification: WATCHES }, 'Notification', 2, 0],
];

test.each(MISPLACED)(
  'hooks %s are named with file and line; a guard among them is exit 3',
  async (_, content, field, line, code) => {
    const where = place();
    const file = where.write(
      'project/.claude/settings.json',
      `${JSON.stringify(content, null, 2)}\n`,
    );
    const found = await lists(where, 'claude-code');
    expect(found.left.filter((one) => one.field === field)).toMatchObject([
      { source: `${file}:${line}`, why: expect.stringContaining('misplaced') },
    ]);
    expect(found.code).toBe(code);
    expect(found.stdout).not.toContain('it is not about hooks');
  },
);

test('what is put aside, or is no hook, is not taken for one', async () => {
  const where = place();
  where.write('project/.claude/settings.json', {
    _hooks: { PreToolUse: GUARD },
    Stop: [],
    mcpServers: { Stop: { command: 'x' } },
  });
  const { code, stdout } = await lists(where, 'claude-code');
  expect([code, stdout.includes('misplaced')]).toEqual([0, false]);
});

test('a plugin\'s events without "hooks" around them are named', async () => {
  const where = place();
  const root = join(where.home, '../tidy');
  const file = where.write('tidy/hooks/hooks.json', { UserPromptSubmit: WATCHES });
  where.write('home/.claude/settings.json', { enabledPlugins: { 'tidy@shop': true } });
  where.write('home/.claude/plugins/installed_plugins.json', {
    plugins: { 'tidy@shop': [{ installPath: root }] },
  });
  for (const args of [[], [file]]) {
    const { code, left } = await lists(where, 'claude-code', '--dry-run', ...args);
    expect(left.find(({ field }) => field === 'UserPromptSubmit')).toMatchObject({
      source: `${file}:1`,
      why: expect.stringContaining('misplaced'),
    });
    expect(code).toBe(3);
  }
});

const web = {
  type: 'http',
  url: 'https://hooks.example.com/check?key=hush-query',
  headers: { Authorization: 'Bearer hush-header' },
};

test('no header and no query is in a report, wherever the hook stands', async () => {
  const where = place();
  where.write('project/.claude/settings.json', {
    hooks: {
      PreToolUse: [{ hooks: [web, { ...web, headers: 'X: hush-text' }] }],
      PostToolUse: [web],
      Stop: [[{ hooks: [{ ...web, type: 'agent' }] }]],
      Setup: [{ hooks: [web] }],
    },
    SessionStart: [{ hooks: [web] }],
  });
  const json = await run(where, 'claude-code', '--dry-run', '--json');
  const text = await run(where, 'claude-code', '--dry-run');
  const doctor = ['hooks', 'doctor', '--from', 'claude-code'];
  const judged = await wave(doctor, where, { env: ENV });
  const asJson = await wave([...doctor, '--json'], where, { env: ENV });
  for (const { stdout, stderr } of [json, text, judged, asJson]) {
    expect(stdout + stderr).not.toContain('hush');
    expect(stdout).toContain('https://hooks.example.com/check?...');
  }
  expect(text.stdout).toContain('Authorization');
  await run(where, 'claude-code');
  const written = readFileSync(join(where.project, '.wave/settings.json'), 'utf8');
  expect(written).toContain('hush-header');
  expect(written).toContain('hush-query');
});

test('who approves sees the query, and no header', async () => {
  const where = place();
  where.write('project/.wave/settings.json', { hooks: { Stop: [{ hooks: [web] }] } });
  for (const command of ['review', 'approve']) {
    const { stdout } = await wave(['hooks', command], where, { env: ENV });
    expect(stdout).toContain('hush-query');
    expect(stdout).not.toContain('hush-header');
  }
});

test('a prompt hook gets no time-out that is longer than its own', async () => {
  const where = place();
  where.write('project/.claude/settings.json', {
    hooks: {
      PreToolUse: [
        {
          hooks: [
            { type: 'prompt', prompt: 'Is it well?' },
            { type: 'prompt', prompt: 'Is it?', timeout: 90 },
          ],
        },
      ],
    },
  });
  const { stdout } = await run(where, 'claude-code');
  expect(stdout).not.toContain('Claude Code waits');
  const { hooks } = JSON.parse(readFileSync(join(where.project, '.wave/settings.json'), 'utf8'));
  expect(hooks.PreToolUse[0].hooks).toEqual([
    { type: 'prompt', prompt: 'Is it well?' },
    { type: 'prompt', prompt: 'Is it?', timeout: 90 },
  ]);
});

const TOML = `# mine
notify = ["a", "b"]
text = """
"" [ # \\"""
[[hooks.PreToolUse]]""""

[features]
hooks = true

[[hooks.PreToolUse]]
matcher = "^Bash$"

[[hooks.PreToolUse.hooks]]
type = "command"
command = "true"
[[hooks.PreToolUse.hooks]] # a second one
type = 'command'
command = '''
true # ] }
'''
[[hooks.Stop]]
hooks = [
  { type = "command", command = "true" },
  {
    type = "prompt", prompt = "x" },
]

[[SessionStart]]
[[SessionStart.hooks]]
type = "command"
command = "true"
`;

test('what stands in TOML has its line', async () => {
  const where = place();
  const file = where.write('project/.codex/config.toml', TOML);
  const { all } = await lists(where, 'codex', '--dry-run');
  const lineOf = (at: string) => {
    const own = all.filter((one) => (one as Line & { at: string }).at === at);
    return [...new Set(own.map(({ source }) => source.replace(`${file}:`, '')))];
  };
  expect({
    notify: lineOf('notify'),
    features: lineOf('features.hooks'),
    group: lineOf('PreToolUse[0]'),
    first: lineOf('PreToolUse[0].hooks[0]'),
    second: lineOf('PreToolUse[0].hooks[1]'),
    inline: lineOf('Stop[0].hooks[0]'),
    broken: lineOf('Stop[0].hooks[1]'),
    misplaced: lineOf('SessionStart'),
  }).toEqual({
    notify: ['2'],
    features: ['8'],
    group: ['10'],
    first: ['13'],
    second: ['16'],
    inline: ['22'],
    broken: ['22'],
    misplaced: ['28'],
  });
  const { stdout } = await wave(['hooks', 'doctor', '--from', 'codex', '--json'], where, {
    env: ENV,
  });
  const { hooks } = JSON.parse(stdout) as { hooks: { source: string }[] };
  expect(hooks.map(({ source }) => source.replace(`${file}:`, '')).slice(0, 4)).toEqual([
    ...['13', '16', '22', '22'],
  ]);
});

test.each<[string, object, string, number]>([
  ['claude-code', { model: 'x', disableAllHooks: true }, 'disableAllHooks', 3],
  ['gemini-cli', { hooks: { enabled: false } }, 'hooks.enabled', 3],
  ['gemini-cli', { hooks: { enabled: true, disabled: ['x'] } }, 'hooks.disabled', 4],
])('%s: a switch has its line', async (peer, content, field, line) => {
  const where = place();
  const file = where.write('project/f.json', `${JSON.stringify(content, null, 2)}\n`);
  const { all } = await lists(where, peer, file);
  expect(all.find((one) => one.field === field)).toMatchObject({ source: `${file}:${line}` });
});

test.each([
  ['claude-code', 'notice', 'Wave has no hooks of type "notice"'],
  ['codex', 'prompt', 'the import takes those of type "command", this one is "prompt"'],
])('%s: why a hook of type %s stays behind', async (peer, type, says) => {
  const where = place();
  const file = where.write('f.json', { hooks: { Stop: [{ hooks: [{ type, prompt: 'x' }] }] } });
  const { stdout } = await run(where, peer, '--dry-run', file);
  expect(stdout).toContain(says);
});

test('the last line says what was written, and with --dry-run what would be', async () => {
  const where = place();
  const ours = join(where.project, '.wave/settings.json');
  where.write('project/.claude/settings.json', {
    permissions: { deny: ['Read(.env)', 'Bash(curl *)'] },
  });
  const last = async (...args: string[]) =>
    (await run(where, 'claude-code', ...args)).stdout
      .split('\n')
      .find((line) => /hooks? /.test(line) && / to /.test(line));
  expect(await last('--dry-run')).toMatch(/^0 hooks and 2 rules would be written to /);
  expect(existsSync(ours)).toBe(false);
  expect(await last()).toMatch(/^0 hooks and 2 rules written to /);
  expect(await last()).toMatch(/^0 hooks written to /);
});

test.each(['UserPromptSubmit', 'Stop', 'PostToolUse'])(
  'Gemini CLI: what is said of "deny" on %s is so',
  async (event) => {
    const where = place();
    const theirs = {
      UserPromptSubmit: 'BeforeAgent',
      Stop: 'AfterAgent',
      PostToolUse: 'AfterTool',
    };
    const command = `echo '{"decision":"deny","reason":"no"}'`;
    const file = where.write('f.json', {
      hooks: { [theirs[event as keyof typeof theirs]]: [{ hooks: [hook(command)] }] },
    });
    const { left } = await lists(where, 'gemini-cli', '--to', 'user', file);
    expect(left.find(({ field }) => field.startsWith('answer: decision "deny"'))).toMatchObject({
      why: expect.stringContaining('Wave takes "block"'),
    });
    const sample = await wave(['hooks', 'sample', event], where);
    const { stdout } = await wave(['hooks', 'run', event, '--json'], where, {
      stdin: sample.stdout,
    });
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'none',
      toAgent: [],
      toUser: [{ text: expect.stringContaining('"deny"') }],
    });
  },
);

test('Codex: the model is passed on SessionStart, and not elsewhere', async () => {
  const where = place();
  const file = where.write('f.json', { hooks: { SessionStart: WATCHES, Stop: WATCHES } });
  const { all } = await lists(where, 'codex', '--dry-run', file);
  expect(all.filter(({ field }) => field === 'input: turn_id, model')).toMatchObject([
    { at: 'Stop' },
  ]);
});
