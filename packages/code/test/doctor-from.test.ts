import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';

const ENV = {
  CLAUDE_CONFIG_DIR: '',
  CODEX_HOME: '',
  CLAUDE_PROJECT_DIR: '',
  CLAUDE_PLUGIN_ROOT: '',
};

const doctor = (where: Place, peer: string, ...files: string[]) =>
  wave(['hooks', 'doctor', '--from', peer, ...files], where, { env: ENV });

interface Judged {
  source: string;
  event: string;
  hook: string;
  verdict: string;
  notes: { text: string; fix: string }[];
}

/** What is said of each hook of one file. */
async function judge(peer: string, content: unknown, name = 'project/.claude/settings.json') {
  const where = place();
  const file = where.write(name, content);
  const { code, stdout, stderr } = await doctor(where, peer, file, '--json');
  expect(stderr).toBe('');
  const { hooks } = JSON.parse(stdout) as { hooks: Judged[] };
  return { code, hooks, said: hooks.flatMap(({ notes }) => notes.map(({ text }) => text)), file };
}

const hook = (command = 'true', more: object = {}) => ({ type: 'command', command, ...more });
const group = (matcher: unknown, ...hooks: object[]) => ({ matcher, hooks });

test('a file in order: each hook fires, with file and line, and exit 0', async () => {
  const where = place();
  const text = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash|Edit",
        "hooks": [
          { "type": "command", "command": "true", "timeout": 10 } ] }
    ],
    "SessionStart": [ { "matcher": "startup", "hooks": [ { "type": "command", "command": "echo" } ] } ]
  }
}`;
  const file = where.write('project/.claude/settings.json', text);
  const { code, stdout } = await doctor(where, 'claude-code', file);
  expect(stdout).toBe(
    `fires  PreToolUse  true  ${file}:6\nfires  SessionStart  echo  ${file}:8\n\n2 hooks of Claude Code, all of them work.\n`,
  );
  expect(code).toBe(0);
});

const broken: [string, unknown, RegExp, string?][] = [
  [
    'an event that does not exist',
    { hooks: { PreToolCall: [group('Bash', hook())] } },
    /has no event "PreToolCall"/,
  ],
  ['an event in other letters', { hooks: { preToolUse: [group('Bash', hook())] } }, /"preToolUse"/],
  [
    'a flat array: hooks without their group',
    { hooks: { Stop: [hook('true')] } },
    /a hook stands where a group belongs/,
  ],
  ['a group without hooks', { hooks: { Stop: [{ matcher: 'Bash' }] } }, /the group has no "hooks"/],
  ['hooks as a list', { hooks: [hook('true')] }, /"hooks": expected an object of events/],
  ['a text in place of a group', { hooks: { Stop: ['true'] } }, /expected a group of hooks/],
  [
    'one group in place of a list',
    { hooks: { Stop: group('', hook()) } },
    /expected a list of groups/,
  ],
  [
    'one hook too deep',
    { hooks: { Stop: [group('', group('', hook()))] } },
    /a group stands where/,
  ],
  ['events at the top', { PreToolUse: [group('Bash', hook())] }, /stands at the top of the file/],
  [
    'a rule used as a matcher',
    { hooks: { PreToolUse: [group('Bash(git push *)', hook())] } },
    /is a permission rule/,
  ],
  [
    'a matcher of the wrong kind',
    { hooks: { PreToolUse: [group({ tool_name: 'Bash' }, hook())] } },
    /"matcher": expected a text/,
  ],
  [
    'a broken pattern',
    { hooks: { PreToolUse: [group('*Edit', hook())] } },
    /not a regular expression/,
  ],
  ['a tool in other letters', { hooks: { PreToolUse: [group('bash', hook())] } }, /called "bash"/],
  [
    'a server without a tool',
    { hooks: { PreToolUse: [group('mcp__memory', hook())] } },
    /mcp__memory/,
  ],
  ['a value that never comes', { hooks: { SessionStart: [group('start', hook())] } }, /"start"/],
  [
    'a pattern for no value',
    { hooks: { PreCompact: [group('^x', hook())] } },
    /fits none of PreCompact/,
  ],
  ['no type', { hooks: { Stop: [group('', { command: 'true' })] } }, /"type": expected a text/],
  [
    'an unknown type',
    { hooks: { Stop: [group('', { type: 'comand', command: 'x' })] } },
    /no hooks of type "comand"/,
  ],
  [
    'no command',
    { hooks: { Stop: [group('', { type: 'command' })] } },
    /"command": expected a text/,
  ],
  [
    'a time-out that is a text',
    { hooks: { Stop: [group('', hook('true', { timeout: '5' }))] } },
    /expected a number/,
  ],
];

test.each(broken)('%s: it does not fire, exit 1', async (_, content, says) => {
  const { code, hooks, said, file } = await judge('claude-code', content);
  expect(code).toBe(1);
  expect(hooks).toMatchObject([{ verdict: 'does not fire', source: `${file}:1` }]);
  expect(said.join('\n')).toMatch(says);
});

const failing: [string, object, RegExp][] = [
  [
    'a script that is not there',
    hook('"$CLAUDE_PROJECT_DIR"/guard.sh'),
    /cannot start: there is no .*project\/guard\.sh/,
  ],
  [
    'an interpreter’s script that is not there',
    hook('python3 hooks/guard.py'),
    /no script .*hooks\/guard\.py/,
  ],
  [
    'a variable that the agent does not set',
    hook('echo "$CLAUDE_TOOL_INPUT" | jq .'),
    /sets no \$CLAUDE_TOOL_INPUT/,
  ],
  [
    'the variable of a plugin outside of one',
    hook('${CLAUDE_PLUGIN_ROOT}/a.sh'),
    /for hooks of a plugin alone/,
  ],
];

test.each(failing)('%s: it fires and fails, exit 1', async (_, entry, says) => {
  const { code, hooks, said } = await judge('claude-code', {
    hooks: { Stop: [{ hooks: [entry] }] },
  });
  expect([code, hooks[0]?.verdict]).toEqual([1, 'fails']);
  expect(said.join('\n')).toMatch(says);
});

const worthAWord: [string, unknown, RegExp][] = [
  [
    'milliseconds taken for seconds',
    { hooks: { Stop: [group('', hook('true', { timeout: 5000 }))] } },
    /5000 seconds, which is 83 minutes/,
  ],
  ['a matcher where none applies', { hooks: { Stop: [group('Bash', hook())] } }, /Stop takes none/],
  [
    'a field that nobody reads',
    { hooks: { Stop: [group('', hook('true', { tiemout: 5 }))] } },
    /"tiemout" is not a field/,
  ],
  [
    'an older tool beside others',
    { hooks: { PreToolUse: [group('Edit|Foo', hook())] } },
    /called "Foo"/,
  ],
  [
    'a variable that is not set here',
    { hooks: { Stop: [group('', hook('echo "$MY_OWN_HOOK_URL"'))] } },
    /\$MY_OWN_HOOK_URL is not set here/,
  ],
];

test.each(worthAWord)('%s: it fires, with a word', async (_, content, says) => {
  const { code, hooks, said } = await judge('claude-code', content);
  expect([code, hooks[0]?.verdict]).toEqual([0, 'fires']);
  expect(said.join('\n')).toMatch(says);
});

test('events that the other agent has and Wave lacks', async () => {
  const { code, hooks, said } = await judge('claude-code', {
    hooks: { WorktreeCreate: [{ hooks: [hook()] }] },
  });
  expect([code, hooks[0]?.verdict, said]).toEqual([0, 'not in Wave', ['Wave has no such moment']]);
});

test.each([
  ['torn JSON', '{\n "hooks": {', /not valid JSON/],
  ['a name twice', '{"hooks":{},\n"hooks":{}}', /given twice/],
  ['a list', '[]', /expected an object/],
])('%s is said with its place', async (_, text, says) => {
  const { code, hooks, said } = await judge('claude-code', text);
  expect([code, hooks[0]?.verdict]).toEqual([1, 'does not fire']);
  expect(hooks[0]?.source).toMatch(/settings\.json:[12]$/);
  expect(said.join()).toMatch(says);
});

describe('plugins', () => {
  test('scripts are looked for in the plugin', async () => {
    const where = place();
    where.write('tidy/scripts/there.sh', 'true\n');
    const file = where.write('tidy/hooks/hooks.json', {
      description: 'x',
      hooks: {
        Stop: [
          { hooks: [hook('sh "${CLAUDE_PLUGIN_ROOT}/scripts/there.sh"')] },
          { hooks: [hook('sh ${CLAUDE_PLUGIN_ROOT}/scripts/gone.sh')] },
        ],
      },
    });
    const { code, stdout } = await doctor(where, 'claude-code', file);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fires {2}Stop/m);
    expect(stdout).toMatch(/^fails {2}Stop/m);
    expect(stdout).toContain(join(where.home, '../tidy/scripts/gone.sh'));
    const whole = await doctor(where, 'claude-code', join(where.home, '../tidy'));
    expect(whole.stdout).toBe(stdout);
  });

  test('a manifest that names its hooks, or holds them', async () => {
    const where = place();
    const file = where.write('tidy/.claude-plugin/plugin.json', {
      name: 'tidy',
      hooks: ['./more.json', { Stop: [{ hooks: [hook('inline')] }] }, './none.json'],
    });
    where.write('tidy/more.json', { hooks: { Stop: [hook('flat')] } });
    const { stdout } = await doctor(where, 'claude-code', file);
    expect(stdout).toMatch(/does not fire {2}Stop {2}flat {2}.*more\.json:1/);
    expect(stdout).toMatch(/Stop {2}inline {2}.*plugin\.json:1/);
    expect(stdout).toContain('there is no ./none.json');
  });
});

test('Gemini CLI: its events, its tools, and its milliseconds', async () => {
  const content = {
    hooks: {
      BeforeTool: [
        group('run_shell_command', hook('true', { timeout: 5000 }), hook('true', { timeout: 30 })),
        group('Bash', hook()),
      ],
      PreToolUse: [group('x', hook())],
      BeforeModel: [group('', hook())],
    },
  };
  const { hooks, said, code } = await judge('gemini-cli', content, 'project/.gemini/settings.json');
  expect(hooks.map(({ verdict }) => verdict)).toEqual([
    'fires',
    'fails',
    'does not fire',
    'does not fire',
    'not in Wave',
  ]);
  expect(code).toBe(1);
  expect(said.join('\n')).toMatch(/30 milliseconds/);
  expect(said.join('\n')).toMatch(/Gemini CLI has no event "PreToolUse"/);
});

test('Codex: hooks.json and config.toml', async () => {
  const json = await judge(
    'codex',
    { hooks: { PreToolUse: [group('apply_patch', hook())], Nothing: [group('', hook())] } },
    'project/.codex/hooks.json',
  );
  expect(json.hooks.map(({ verdict }) => verdict)).toEqual(['fires', 'does not fire']);
  const toml = await judge(
    'codex',
    '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "true"\n',
    'project/.codex/config.toml',
  );
  expect(toml.hooks).toMatchObject([{ verdict: 'fires', source: `${toml.file}:2` }]);
});

test('without a file the usual places are judged, plugins included', async () => {
  const where = place();
  where.write('project/.claude/settings.json', { hooks: { Stop: [{ hooks: [hook('one')] }] } });
  where.write('home/.claude/settings.json', { enabledPlugins: { 'tidy@shop': true } });
  where.write('home/.claude/plugins/installed_plugins.json', {
    plugins: { 'tidy@shop': [{ installPath: join(where.home, '../tidy') }] },
  });
  where.write('tidy/hooks/hooks.json', { hooks: { Stop: [{ hooks: [hook('two')] }] } });
  const { stdout } = await doctor(where, 'claude-code');
  expect(stdout).toMatch(/Stop {2}one[\s\S]*Stop {2}two/);
  expect((await doctor(where, 'codex')).stdout).toBe('No hooks of Codex found.\n');
});

test.each([
  [['--from', 'cursor'], /--from: expected one of/],
  [['--from', 'codex', 'none.json'], /none\.json: there is no such file/],
  [['settings.json'], /unexpected words/],
])('%j is told', async (args, says) => {
  const { code, stderr } = await wave(['hooks', 'doctor', ...args], place(), { env: ENV });
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});
