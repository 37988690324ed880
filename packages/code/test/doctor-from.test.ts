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
  [
    'a switch for all',
    { disableAllHooks: true, hooks: { Stop: [group('', hook())] } },
    /"disableAllHooks" is true .*settings\.json:1\), so every hook is off/,
  ],
  [
    'a flag that is a text',
    { hooks: { Stop: [group('', hook('true', { async: 'true' }))] } },
    /"async": expected true or false, got "true"/,
  ],
  [
    'an "if" that is no rule',
    { hooks: { PreToolUse: [group('Bash', hook('true', { if: 'git *' }))] } },
    /"if": "git \*" is not a permission rule/,
  ],
  [
    'an "if" without a tool',
    { hooks: { Stop: [group('', hook('true', { if: 'Bash(git *)' }))] } },
    /"if": Stop is not about a tool/,
  ],
  [
    'a header with a variable that is not allowed',
    {
      hooks: {
        Stop: [group('', { type: 'http', url: 'https://a.example/', headers: { K: '$T' } })],
      },
    },
    /\$\{T\} is not among "allowedEnvVars"/,
  ],
  ['hooks in capitals', { Hooks: { Stop: [group('', hook())] } }, /"Hooks" is not known/],
  [
    'hooks in capitals beside real ones',
    { Hooks: { Stop: [group('', hook())] }, hooks: {} },
    /did you mean "hooks"/,
  ],
  ['hooks under "hook"', { hook: { Stop: [group('', hook())] } }, /"hook" is not known/],
  [
    'hooks among permissions',
    { permissions: { deny: [], hooks: { Stop: [group('', hook())] } } },
    /nobody reads hooks at "permissions\.hooks"/,
  ],
  [
    'hooks one level too deep',
    { claude: { hooks: { Stop: [group('', hook())] } } },
    /nobody reads hooks at "claude\.hooks"/,
  ],
  ['an event put aside', { hooks: { _Stop: [group('', hook())] } }, /"_Stop" is a remark/],
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
    hook('node hooks/guard.mjs'),
    /no script .*hooks\/guard\.mjs/,
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
    'a time-out above a day',
    { hooks: { Stop: [group('', hook('true', { timeout: 600_000 }))] } },
    /600000 seconds, which is 10000 minutes/,
  ],
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
    'a rule in a list of names',
    { hooks: { PreToolUse: [group('Bash(git push:*)|Write', hook())] } },
    /"matcher" "Bash\(git push:\*\)" is a permission rule/,
  ],
  [
    'a variable that is not set here',
    { hooks: { Stop: [group('', hook('echo "$MY_OWN_HOOK_URL"'))] } },
    /\$MY_OWN_HOOK_URL is not set here/,
  ],
];

const absent: [string, unknown, RegExp][] = [
  [
    'a shell that Wave lacks',
    { hooks: { Stop: [group('', hook('Get-Date', { shell: 'powershell' }))] } },
    /"shell": "powershell": Wave runs commands with sh or bash/,
  ],
  [
    'tools that Wave lacks',
    { hooks: { PreToolUse: [group('NotebookRead|LSP', hook())] } },
    /in Wave no tool is called "NotebookRead"/,
  ],
  [
    'a pattern of tools that Wave lacks',
    { hooks: { PreToolUse: [group('^NotebookEd.*', hook())] } },
    /in Wave the matcher "\^NotebookEd\.\*" fits no tool/,
  ],
  [
    'a tool that nobody knows',
    { hooks: { PreToolUse: [group('Teleport', hook())] } },
    /in Wave no tool is called "Teleport"/,
  ],
  [
    'a reason that only Claude Code has',
    { hooks: { SessionEnd: [group('logout', hook())] } },
    /names logout, which Claude Code has and Wave does not/,
  ],
  [
    'a notification that only Claude Code has',
    { hooks: { Notification: [group('auth_success', hook())] } },
    /names auth_success, which/,
  ],
  [
    'an error that only Claude Code has',
    { hooks: { StopFailure: [group('oauth_org_not_allowed', hook())] } },
    /names oauth_org_not_allowed, which/,
  ],
  [
    'a subagent of its own',
    { hooks: { SubagentStop: [group('code-reviewer', hook())] } },
    /in Wave no agent type is called "code-reviewer"/,
  ],
  [
    'a hook that asks Wave',
    { hooks: { PreToolUse: [group('', hook('wave guard'))] } },
    /it runs "wave guard"/,
  ],
];

test.each(absent)('%s: not in Wave, exit 0', async (_, content, says) => {
  const { code, hooks, said, file } = await judge('claude-code', content);
  expect([said.join('\n'), hooks[0]?.verdict, code]).toEqual([
    expect.stringMatching(says),
    'not in Wave',
    0,
  ]);
  const { stdout } = await doctor(place(), 'claude-code', file);
  expect(stdout).toMatch(/\n1 hook of Claude Code, 1 is not in Wave\.\n$/);
});

const asked = { server: 's', tool: 't', input: { f: '${tool_input.file_path}' } };

const inOrder: [string, unknown][] = [
  [
    'the fields of other types',
    {
      hooks: {
        Stop: [
          group(
            '',
            {
              ...{ type: 'http', url: 'https://a.example/', headers: { K: '$T' } },
              allowedEnvVars: ['T'],
            },
            { type: 'prompt', prompt: 'Done?', model: 'small' },
            { type: 'mcp_tool', ...asked },
          ),
        ],
      },
    },
  ],
  [
    'time-outs in seconds',
    {
      hooks: {
        Stop: [
          group('', ...[1_000, 1_800, 7_200, 86_400].map((timeout) => hook('true', { timeout }))),
          group('', hook('true', { timeout: 60_000, asyncRewake: true })),
        ],
      },
    },
  ],
  [
    'subagents by the names of Claude Code',
    {
      hooks: {
        SubagentStart: [group('Explore', hook())],
        SubagentStop: [group('general-purpose|Plan', hook()), group('^(Explore|Plan)$', hook())],
      },
    },
  ],
  [
    'remarks among the events',
    {
      hooks: {
        ...{ _comment: 'ours', $schema: 'x', description: 'd', comment: ['a'] },
        Stop: [group('', hook())],
      },
    },
  ],
  [
    'a value beside one of another agent',
    { hooks: { SessionEnd: [group('logout|clear', hook())] } },
  ],
];

test.each(inOrder)('%s: they fire, without a word', async (_, content) => {
  const { code, hooks, said } = await judge('claude-code', content);
  expect([said, code]).toEqual([[], 0]);
  expect(new Set(hooks.map(({ verdict }) => verdict))).toEqual(new Set(['fires']));
});

test('what list says of an entry in place and what is judged of it agree', async () => {
  const entries = [
    ...[{}, { async: 'true' }, { if: 'git *' }, { if: 'Bash(git *)' }, { once: 1 }],
    ...[{ timeout: 7_200 }, { timeout: 0 }, { enabled: false }],
    ...[{ onError: 'ignore' }, { args: ['-c'] }, { args: 'x' }, { shell: 'bash' }, { env: [] }],
    ...[{ command: 'no-such-program' }, { name: 'x'.repeat(300) }, { statusMessage: 5 }],
  ].map((more) => hook('true', more));
  const where = place();
  const matched = ['LSP', 'bash', 'Edit|MultiEdit', 'Agent', 'mcp__a__b'];
  const content = {
    hooks: {
      PreToolUse: [group('Bash', ...entries), ...matched.map((name) => group(name, hook()))],
    },
  };
  const file = where.write('project/.claude/settings.json', JSON.stringify(content, null, 1));
  const judged = JSON.parse((await doctor(where, 'claude-code', file, '--json')).stdout).hooks;
  const own = async (command: string) =>
    JSON.parse(
      (await wave(['hooks', command, '--settings', file, '--only', '--json'], where)).stdout,
    );
  const bad = [
    ...(await own('list')).hooks.filter(({ state }: { state: string }) => state !== 'active'),
    ...(await own('doctor')).findings.filter(({ level }: { level: string }) => level === 'error'),
  ];
  const sources = (rows: { source: string }[]) => [...new Set(rows.map(({ source }) => source))];
  expect(sources(judged.filter(({ verdict }: Judged) => verdict !== 'fires')).sort()).toEqual(
    sources(bad).sort(),
  );
  expect(judged).toHaveLength(entries.length + matched.length);
});

test('an address that Wave’s own settings do not allow fails', async () => {
  const where = place();
  where.write('home/.wave/settings.json', { allowedHttpHookUrls: ['https://b.example/*'] });
  const entry = { type: 'http', url: 'https://a.example/' };
  const file = where.write('project/.claude/settings.json', {
    hooks: { Stop: [group('', entry)] },
  });
  const { code, stdout } = await doctor(where, 'claude-code', file);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^fails .*\n {2}in Wave it will fail: /),
  ]);
});

test('all that is wrong is counted, and what is not in Wave', async () => {
  const where = place();
  const file = where.write('project/.claude/settings.json', {
    hooks: {
      Stop: [group('', hook(), { type: 'agent', prompt: 'x' }, { type: 'command' })],
      Setup: [group('', hook())],
    },
  });
  const { stdout, code } = await doctor(where, 'claude-code', file);
  expect(stdout).toMatch(/\n4 hooks of Claude Code, 1 does not work, 1 is not in Wave\.\n$/);
  expect(code).toBe(1);
});

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

test('Gemini CLI: what is switched off, and what only it has', async () => {
  const file = 'project/.gemini/settings.json';
  const off = await judge(
    'gemini-cli',
    { hooks: { enabled: false, BeforeTool: [group('.*', hook())] } },
    file,
  );
  expect([off.code, off.hooks[0]?.verdict]).toEqual([1, 'does not fire']);
  expect(off.said.join()).toMatch(/"hooks\.enabled" is false/);
  const named = await judge(
    'gemini-cli',
    {
      hooks: {
        disabled: ['n', 'echo'],
        AfterAgent: [group('', hook('true', { name: 'n' }), hook('echo'), hook())],
      },
    },
    file,
  );
  expect(named.hooks.map(({ verdict }) => verdict)).toEqual([
    'does not fire',
    'does not fire',
    'fires',
  ]);
  const own = await judge(
    'gemini-cli',
    {
      hooks: {
        BeforeTool: [group('save_memory', hook()), group('write', hook())],
        Notification: [group('ToolPermission', hook())],
        SessionEnd: [group('exit', hook())],
      },
    },
    file,
  );
  expect(own.hooks.map(({ verdict }) => verdict)).toEqual([
    'not in Wave',
    'fires',
    'not in Wave',
    'not in Wave',
  ]);
});

test('Codex: the types that it runs, and those that it skips', async () => {
  const { hooks, said } = await judge(
    'codex',
    { hooks: { Stop: [group('', { type: 'mcp_tool', ...asked }, { type: 'prompt' })] } },
    'project/.codex/hooks.json',
  );
  expect(hooks.map(({ verdict }) => verdict)).toEqual(['not in Wave', 'does not fire']);
  expect(said).toEqual([
    'Wave does not take over hooks of type "mcp_tool" from Codex',
    'Codex skips hooks of type "prompt"',
  ]);
});

test('the user’s switch holds for the project’s hooks, the project’s not for the user’s', async () => {
  const where = place();
  const stop = { hooks: { Stop: [group('', hook())] } };
  where.write('project/.claude/settings.json', stop);
  where.write('home/.claude/settings.json', { ...stop, disableAllHooks: true });
  const verdicts = async () => {
    const { stdout } = await doctor(where, 'claude-code', '--json');
    return JSON.parse(stdout).hooks.map(({ verdict }: Judged) => verdict);
  };
  expect(await verdicts()).toEqual(['does not fire', 'does not fire']);
  where.write('home/.claude/settings.json', stop);
  where.write('project/.claude/settings.json', { ...stop, disableAllHooks: true });
  expect(await verdicts()).toEqual(['fires', 'does not fire']);
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
