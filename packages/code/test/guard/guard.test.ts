import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';

type Agent = 'claude-code' | 'codex' | 'gemini-cli' | 'qwen-code' | 'cursor' | 'copilot-cli';

const AGENTS: readonly Agent[] = [
  'claude-code',
  'codex',
  'gemini-cli',
  'qwen-code',
  'cursor',
  'copilot-cli',
];

/** An event as each agent sends it. */
const sent = (agent: Agent, event: string, more: object) => ({
  session_id: 's',
  ...(agent === 'codex' ? { turn_id: 't' } : {}),
  ...(agent === 'cursor' ? { cursor_version: '2.0' } : {}),
  hook_event_name: NAMES[agent]?.[event] ?? event,
  ...more,
});

const NAMES: Readonly<Partial<Record<Agent, Readonly<Record<string, string>>>>> = {
  'gemini-cli': {
    PreToolUse: 'BeforeTool',
    PostToolUse: 'AfterTool',
    UserPromptSubmit: 'BeforeAgent',
    Stop: 'AfterAgent',
  },
  cursor: {
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    UserPromptSubmit: 'beforeSubmitPrompt',
    Stop: 'stop',
  },
};

const SHELL: Readonly<Record<Agent, string>> = {
  'claude-code': 'Bash',
  codex: 'Bash',
  'gemini-cli': 'run_shell_command',
  'qwen-code': 'run_shell_command',
  cursor: 'Shell',
  'copilot-cli': 'Bash',
};

const command = (agent: Agent, text: string) =>
  sent(agent, 'PreToolUse', { tool_name: SHELL[agent], tool_input: { command: text } });

/** A project whose user's own settings have one hook. */
function guardedBy(event: string, command: string, more: object = {}): Place {
  const where = place();
  const hook = { type: 'command', name: 'guard', command, ...more };
  where.write('home/.wave/settings.json', { hooks: { [event]: [{ hooks: [hook] }] } });
  return where;
}

const ask = async (where: Place, agent: Agent | string, event: unknown) => {
  const stdin = typeof event === 'string' ? event : JSON.stringify(event);
  const { stdout, stderr, code } = await wave(['guard', agent], where, { stdin });
  const lines = stdout.trim().split('\n');
  const json = stdout === '' ? undefined : JSON.parse(lines.at(-1) ?? '');
  return { json, ahead: lines.slice(0, -1), stderr, code };
};

const answering = (answer: unknown) => `printf %s '${JSON.stringify(answer)}'`;
const deciding = (fields: object) =>
  answering({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });

const nested = (fields: object, hookEventName = 'PreToolUse') => ({
  hookSpecificOutput: { hookEventName, ...fields },
});

const refusedByCursor = (agent_message: string, user_message = agent_message) => ({
  permission: 'deny',
  agent_message,
  user_message,
});

describe('what a hook says before a tool, in the words of each agent', () => {
  const rewritten = { command: 'ls -a' };
  test.each<[string, string, Record<Agent, unknown>]>([
    [
      'deny',
      'echo "no rm here" >&2; exit 2',
      {
        'claude-code': nested({
          permissionDecision: 'deny',
          permissionDecisionReason: 'no rm here',
        }),
        codex: nested({ permissionDecision: 'deny', permissionDecisionReason: 'no rm here' }),
        'gemini-cli': { decision: 'deny', reason: 'no rm here' },
        'qwen-code': nested({ permissionDecision: 'deny', permissionDecisionReason: 'no rm here' }),
        cursor: refusedByCursor('no rm here'),
        'copilot-cli': { permissionDecision: 'deny', permissionDecisionReason: 'no rm here' },
      },
    ],
    [
      'ask',
      deciding({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
      {
        'claude-code': nested({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
        codex: nested({
          permissionDecision: 'deny',
          permissionDecisionReason:
            'sure? It needs a confirmation, for which this agent cannot ask.',
        }),
        'gemini-cli': {
          decision: 'deny',
          reason: 'sure? It needs a confirmation, for which this agent cannot ask.',
        },
        'qwen-code': nested({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
        cursor: refusedByCursor('sure? It needs a confirmation, for which this agent cannot ask.'),
        'copilot-cli': { permissionDecision: 'ask', permissionDecisionReason: 'sure?' },
      },
    ],
    [
      'rewrite',
      deciding({ updatedInput: rewritten }),
      {
        'claude-code': nested({ updatedInput: rewritten }),
        codex: nested({ permissionDecision: 'allow', updatedInput: rewritten }),
        'gemini-cli': nested({ tool_input: rewritten }, 'BeforeTool'),
        'qwen-code': nested({
          permissionDecision: 'deny',
          permissionDecisionReason: 'Suggested instead: ls -a',
        }),
        cursor: { updated_input: rewritten },
        'copilot-cli': { modifiedArgs: rewritten },
      },
    ],
    [
      'halt',
      answering({ continue: false, stopReason: 'enough' }),
      {
        'claude-code': {
          continue: false,
          stopReason: 'enough',
          ...nested({
            permissionDecision: 'deny',
            permissionDecisionReason: 'A hook ended the turn.',
          }),
        },
        codex: {
          systemMessage: 'enough',
          ...nested({
            permissionDecision: 'deny',
            permissionDecisionReason: 'A hook ended the turn.',
          }),
        },
        'gemini-cli': { continue: false, stopReason: 'enough' },
        'qwen-code': {
          systemMessage: 'enough',
          ...nested({
            permissionDecision: 'deny',
            permissionDecisionReason: 'A hook ended the turn.',
          }),
        },
        cursor: refusedByCursor('A hook ended the turn.', 'enough'),
        'copilot-cli': {
          permissionDecision: 'deny',
          permissionDecisionReason: 'A hook ended the turn.',
        },
      },
    ],
    [
      'nothing',
      'true',
      {
        'claude-code': {},
        codex: {},
        'gemini-cli': {},
        'qwen-code': {},
        cursor: {},
        'copilot-cli': {},
      },
    ],
  ])('%s', async (_, hook, wanted) => {
    const where = guardedBy('PreToolUse', hook);
    for (const agent of AGENTS) {
      const { json, code } = await ask(where, agent, command(agent, 'rm x'));
      expect({ agent, json, code }).toEqual({ agent, json: wanted[agent], code: 0 });
    }
  });
});

test('what an agent cannot take is said on stderr', async () => {
  const where = guardedBy('PreToolUse', deciding({ updatedInput: { command: 'ls' } }));
  const { stderr } = await ask(where, 'qwen-code', command('qwen-code', 'rm x'));
  expect(stderr).toBe(
    'wave guard: for Qwen Code, "rewrite" becomes deny, with what would do in the reason\n',
  );
});

test('hooks see our names, and what the call does', async () => {
  const where = guardedBy('PreToolUse', 'cat > seen.json', { if: 'Bash(git *)' });
  await ask(where, 'gemini-cli', {
    ...command('gemini-cli', 'cd sub && git push "$X"'),
    cwd: where.project,
  });
  const { readFileSync } = await import('node:fs');
  expect(JSON.parse(readFileSync(`${where.project}/seen.json`, 'utf8'))).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'cd sub && git push "$X"' },
    tool_kind: 'shell',
    paths: [join(where.project, 'sub')],
    commands: [
      { program: 'cd', args: ['sub'] },
      { program: 'git', args: ['push', null] },
    ],
  });
});

test('each file of a patch of Codex is an event, and the strongest answer counts', async () => {
  const where = guardedBy(
    'PreToolUse',
    'input=$(cat); case $input in *.env*) echo "no secrets" >&2; exit 2;; esac',
  );
  const patch = (...files: string[]) =>
    sent('codex', 'PreToolUse', {
      cwd: where.project,
      tool_name: 'apply_patch',
      tool_input: {
        command: [
          '*** Begin Patch',
          ...files.flatMap((file) => [`*** Add File: ${file}`, '+x']),
        ].join('\n'),
      },
    });
  expect((await ask(where, 'codex', patch('a.ts', 'b.ts'))).json).toEqual({});
  expect((await ask(where, 'codex', patch('a.ts', '.env', 'b.ts'))).json).toEqual(
    nested({ permissionDecision: 'deny', permissionDecisionReason: 'no secrets' }),
  );
  const unread = await ask(where, 'codex', patch());
  expect(unread).toMatchObject({
    json: undefined,
    code: 2,
    stderr: 'wave guard: cannot tell which files the patch changes\n',
  });
});

describe('whatever goes wrong refuses', () => {
  const where = () => guardedBy('PreToolUse', 'true');
  test.each([
    [
      'an agent that is not known',
      'claude',
      '{}',
      /^wave guard: agent: expected one of claude-code, codex, qwen-code, gemini-cli, cursor, copilot-cli, opencode, pi, got "claude"/,
    ],
    ['no input', 'codex', '', /^wave guard: stdin: expected a JSON object, got nothing\n/],
    ['no JSON', 'codex', '{', /^wave guard: stdin:1:2: .*not valid JSON/],
    [
      'a name that is given twice',
      'codex',
      '{"hook_event_name":"PreToolUse","tool_input":{"edits":[{"a":1,"\\u0061":2}]}}',
      /^wave guard: stdin: "tool_input\.edits\.\*\.a" is given twice/,
    ],
    ['no object', 'codex', '[]', /^wave guard: stdin: expected a JSON object, got \[\]/],
    [
      'an event of another agent',
      'codex',
      '{"hook_event_name":"BeforeTool"}',
      /^wave guard: hook_event_name: expected one of PreToolUse, .*, got "BeforeTool"/,
    ],
    [
      'a tool without an input',
      'claude-code',
      '{"hook_event_name":"PreToolUse","tool_name":"Bash"}',
      /^wave guard: stdin: .*tool_input/,
    ],
  ])('%s', async (_, agent, event, why) => {
    const { json, code, stderr } = await ask(where(), agent, event);
    expect({ json, code }).toEqual({ json: undefined, code: 2 });
    expect(stderr).toMatch(why);
  });

  test('settings that cannot be read', async () => {
    const broken = place();
    broken.write('home/.wave/settings.json', '{"hooks": ');
    const { code, stderr } = await ask(broken, 'codex', command('codex', 'ls'));
    expect(code).toBe(2);
    expect(stderr).toContain('settings.json:1:');
  });

  test("a project's hooks that nobody approved", async () => {
    const project = place();
    project.write('project/.wave/settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    const { code, stderr } = await ask(project, 'claude-code', {
      ...command('claude-code', 'ls'),
      cwd: project.project,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('wave hooks approve');
  });

  test('but nothing is held for ever by what is broken', async () => {
    const broken = place();
    broken.write('home/.wave/settings.json', '{"hooks": ');
    const { code, stderr } = await ask(broken, 'claude-code', sent('claude-code', 'Stop', {}));
    expect(code).toBe(1);
    expect(stderr).toContain('the agent goes on unguarded here');
  });
});

test('a hook that breaks refuses where it says so', async () => {
  const where = guardedBy('PreToolUse', 'exit 7', { onError: 'block' });
  for (const agent of AGENTS)
    expect(JSON.stringify((await ask(where, agent, command(agent, 'ls'))).json)).toContain('deny');
});

test('after a tool, at a prompt and at a stop', async () => {
  const where = place();
  const hook = (text: string) => [
    { hooks: [{ type: 'command', name: 'guard', command: `echo "${text}" >&2; exit 2` }] },
  ];
  where.write('home/.wave/settings.json', {
    hooks: { PostToolUse: hook('format it'), UserPromptSubmit: hook('no'), Stop: hook('test it') },
  });
  const answers = async (agent: Agent) => [
    (
      await ask(where, agent, {
        ...sent(agent, 'PostToolUse', { tool_name: SHELL[agent], tool_input: { command: 'ls' } }),
        tool_response: 'x',
      })
    ).json,
    (await ask(where, agent, sent(agent, 'UserPromptSubmit', { prompt: 'p' }))).json,
    (await ask(where, agent, sent(agent, 'Stop', {}))).json,
  ];
  expect(await answers('claude-code')).toEqual([
    { decision: 'block', reason: 'format it' },
    { decision: 'block', reason: 'no' },
    { decision: 'block', reason: 'test it' },
  ]);
  expect(await answers('codex')).toEqual([
    nested({ additionalContext: 'format it' }, 'PostToolUse'),
    { decision: 'block', reason: 'no' },
    { decision: 'block', reason: 'test it' },
  ]);
  expect(await answers('cursor')).toEqual([
    { additional_context: 'format it' },
    { continue: false, user_message: 'no' },
    { followup_message: 'test it' },
  ]);
  expect(await answers('copilot-cli')).toEqual([
    { additionalContext: 'format it' },
    { decision: 'block', reason: 'no' },
    { decision: 'block', reason: 'test it' },
  ]);
  expect(await answers('gemini-cli')).toEqual([
    nested({ additionalContext: 'format it' }, 'AfterTool'),
    { decision: 'deny', reason: 'no' },
    { decision: 'deny', reason: 'test it' },
  ]);
});

test('Copilot CLI shows the user a line that goes ahead of the answer', async () => {
  const where = guardedBy('PreToolUse', answering({ continue: false, stopReason: 'enough' }));
  const { ahead } = await ask(where, 'copilot-cli', command('copilot-cli', 'ls'));
  expect(ahead).toEqual(['{"type":"progress","message":"enough"}']);
});

test('its permission question comes in words of its own', async () => {
  const where = guardedBy('PermissionRequest', 'cat > seen.json; echo no >&2; exit 2');
  const { json } = await ask(where, 'copilot-cli', {
    hookName: 'permissionRequest',
    sessionId: 's',
    cwd: where.project,
    toolName: 'bash',
    toolInput: { command: 'rm x' },
  });
  expect(json).toEqual({ behavior: 'deny', message: 'no' });
});

describe('Cursor and Copilot CLI also run what was installed for Claude Code', () => {
  const where = () => guardedBy('PreToolUse', 'echo no >&2; exit 2');
  test('Cursor gets its own words', async () => {
    const event = { ...command('cursor', 'rm x'), cursor_version: '2.0' };
    expect((await ask(where(), 'claude-code', event)).json).toEqual(refusedByCursor('no'));
  });
  test('and so does Copilot CLI', async () => {
    const event = { ...command('copilot-cli', 'rm x'), timestamp: '2026-11-17T11:31:31.375Z' };
    expect((await ask(where(), 'claude-code', event)).json).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    });
  });
});

test('where exit 2 refuses nothing, a guard that breaks says it in words', async () => {
  const broken = place();
  broken.write('home/.wave/settings.json', '{"hooks": ');
  const prompt = sent('copilot-cli', 'UserPromptSubmit', { prompt: 'p' });
  const { json, code } = await ask(broken, 'copilot-cli', prompt);
  expect(code).toBe(0);
  expect(json).toEqual({ decision: 'block', reason: expect.stringContaining('settings.json:1:') });
});
