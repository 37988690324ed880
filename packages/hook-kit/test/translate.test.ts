import { describe, expect, test } from 'vitest';
import { inOurFields, inTheirFields } from '../src/agents/fields.ts';
import { encode, inputsOf, isInParts, replace, rewrite } from '../src/index.ts';

describe('an input in our words', () => {
  test.each([
    [
      'copilot-cli',
      'PermissionRequest',
      {
        hookName: 'permissionRequest',
        sessionId: 's',
        cwd: '/w',
        toolName: 'bash',
        toolInput: { command: 'ls' },
      },
      { session_id: 's', cwd: '/w', tool_name: 'Bash', tool_input: { command: 'ls' } },
    ],
    [
      'copilot-cli',
      'PreToolUse',
      {
        hook_event_name: 'PreToolUse',
        tool_name: 'Write',
        tool_input: { path: '/a', file_text: 'x' },
      },
      { tool_name: 'Write', tool_input: { file_path: '/a', content: 'x' } },
    ],
    [
      'copilot-cli',
      'PreToolUse',
      { sessionId: 's', toolName: 'edit', toolArgs: '{"path":"/a","old_str":"x","new_str":"y"}' },
      { tool_name: 'Edit', tool_input: { file_path: '/a', old_string: 'x', new_string: 'y' } },
    ],
    [
      'copilot-cli',
      'PostToolUse',
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: {},
        tool_result: { result_type: 'success', text_result_for_llm: 'out' },
      },
      { tool_name: 'Bash', tool_response: 'out' },
    ],
    [
      'copilot-cli',
      'SessionStart',
      { hook_event_name: 'SessionStart', source: 'new' },
      { source: 'startup' },
    ],
    [
      'copilot-cli',
      'SubagentStart',
      { sessionId: 's', cwd: '/w', agentName: 'task', agent_id: 'a', agent_type: 'task' },
      { session_id: 's', agent_id: 'a', agent_type: 'task' },
    ],
    [
      'cursor',
      'PreToolUse',
      {
        hook_event_name: 'preToolUse',
        conversation_id: 'c',
        workspace_roots: ['/w'],
        tool_name: 'Shell',
        tool_input: { command: 'ls' },
      },
      { session_id: 'c', cwd: '/w', tool_name: 'Bash', tool_input: { command: 'ls' } },
    ],
    [
      'codex',
      'PreToolUse',
      { hook_event_name: 'PreToolUse', tool_name: 'view_image', tool_input: { path: '/a.png' } },
      { tool_name: 'Read', tool_input: { file_path: '/a.png' } },
    ],
    [
      'qwen-code',
      'PreToolUse',
      { hook_event_name: 'PreToolUse', tool_name: 'notebook_edit', tool_input: {} },
      { tool_name: 'NotebookEdit', tool_input: {} },
    ],
    [
      'cursor',
      'PreToolUse',
      { hook_event_name: 'preToolUse', tool_name: 'Delete', tool_input: { path: '/a' } },
      { tool_name: 'Edit', tool_input: { file_path: '/a', old_string: '', new_string: '' } },
    ],
    [
      'cursor',
      'PreToolUse',
      { hook_event_name: 'preToolUse', tool_name: 'MCP:drop', tool_input: '{"a":1}' },
      { tool_name: 'mcp__unknown__drop', tool_input: { a: 1 } },
    ],
    [
      'cursor',
      'PostToolUse',
      {
        hook_event_name: 'postToolUse',
        tool_name: 'Shell',
        tool_input: {},
        tool_output: '{"output":"x"}',
      },
      { tool_response: { output: 'x' } },
    ],
    ['cursor', 'SessionStart', { hook_event_name: 'sessionStart' }, { source: 'startup' }],
    [
      'gemini-cli',
      'PreToolUse',
      { hook_event_name: 'BeforeTool', tool_name: 'grep_search', tool_input: { dir_path: 'src' } },
      { tool_name: 'Grep', tool_input: { path: 'src' } },
    ],
    [
      'gemini-cli',
      'PreToolUse',
      {
        hook_event_name: 'BeforeTool',
        tool_name: 'mcp_my_srv_touch',
        mcp_context: { server_name: 'my_srv', tool_name: 'touch' },
        tool_input: {},
      },
      { tool_name: 'mcp__my_srv__touch' },
    ],
    [
      'copilot-cli',
      'PreToolUse',
      { hook_event_name: 'PreToolUse', tool_name: 'srv-touch_it', tool_input: {} },
      { tool_name: 'mcp__srv__touch_it' },
    ],
    [
      'codex',
      'PreToolUse',
      {
        hook_event_name: 'PreToolUse',
        tool_name: 'multi_agent_v1.spawn_agent',
        tool_input: { message: 'Look.', agent_type: 'worker' },
      },
      { tool_name: 'Task', tool_input: { prompt: 'Look.', subagent_type: 'worker' } },
    ],
    [
      'codex',
      'PreToolUse',
      { hook_event_name: 'PreToolUse', tool_name: 'mcp__my.srv__touch', tool_input: {} },
      { tool_name: 'mcp__my.srv__touch' },
    ],
    [
      'claude-code',
      'PreToolUse',
      { hook_event_name: 'PreToolUse', tool_name: 'PowerShell', tool_input: { command: 'ls' } },
      { tool_name: 'Bash', tool_input: { command: 'ls' } },
    ],
  ] as const)('%s: %s', (target, event, raw, wanted) => {
    expect(inputsOf(event, { ...raw }, target)).toEqual([
      expect.objectContaining({ hook_event_name: event, ...wanted }),
    ]);
  });

  test.each([
    ['copilot-cli', 'PreToolUse', 'a-b-c', ['mcp__a__b-c', 'mcp__a-b__c']],
    ['gemini-cli', 'BeforeTool', 'mcp_a_b_c', ['mcp__a__b_c', 'mcp__a_b__c']],
  ] as const)(
    '%s: a name that may mean several tools is all of them',
    (target, named, tool, all) => {
      const raw = { hook_event_name: named, tool_name: tool, tool_input: {} };
      const inputs = inputsOf('PreToolUse', raw, target);
      expect(inputs.map(({ tool_name }) => tool_name)).toEqual(all);
      expect(isInParts(raw, inputs, target)).toBe(true);
    },
  );

  test('Gemini CLI reads many files: each is a Read, and none is rewritten in silence', () => {
    const raw = {
      hook_event_name: 'BeforeTool',
      tool_name: 'read_many_files',
      cwd: '/w',
      tool_input: { include: ['.env', 'sub/none-*.txt'] },
    };
    const inputs = inputsOf('PreToolUse', raw, 'gemini-cli');
    expect(inputs).toEqual([
      expect.objectContaining({ tool_name: 'Read', tool_input: { file_path: '/w/.env' } }),
    ]);
    expect(isInParts(raw, inputs, 'gemini-cli')).toBe(true);
    const here = { ...raw, cwd: import.meta.dirname, tool_input: { include: ['transl*.ts'] } };
    expect(inputsOf('PreToolUse', here, 'gemini-cli')).toEqual([
      expect.objectContaining({ tool_input: { file_path: import.meta.filename } }),
    ]);
    const none = { ...raw, tool_input: {} };
    expect(() => inputsOf('PreToolUse', none, 'gemini-cli')).toThrow('expected a list of files');
  });

  test('a patch of Copilot CLI is judged file by file, however it comes', () => {
    const patch = '*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch';
    for (const call of [
      { tool_name: 'Edit', tool_input: patch },
      { tool_name: 'apply_patch', tool_input: { input: patch } },
      { toolName: 'apply_patch', toolArgs: patch },
    ])
      expect(inputsOf('PreToolUse', { ...call, cwd: '/w' }, 'copilot-cli')).toEqual([
        expect.objectContaining({
          tool_name: 'Write',
          tool_input: { file_path: '/w/.env', content: 'x' },
        }),
      ]);
  });
});

test.each(['shell', 'exec_command', 'monitor', 'Monitor'])(
  'whatever runs a command is Bash: %s',
  (tool) => {
    expect(inOurFields(tool, { command: 'ls' })).toEqual({
      tool: 'Bash',
      input: { command: 'ls' },
    });
  },
);

test('what has our name keeps it, and what is nobody’s stays', () => {
  expect(inOurFields('create', { path: '/a', file_path: '/b', x: 1 })).toEqual({
    tool: 'Write',
    input: { path: '/a', file_path: '/b', x: 1 },
  });
  expect(inOurFields('constructor', null)).toEqual({ tool: 'constructor', input: null });
});

test('a guard sees the name that the agent goes by, and no decoy beside it', () => {
  const input = {
    path: '/.env',
    file_path: '/ok',
    target_file: '/fine',
    file_text: 'x',
    content: 'y',
  };
  const call = { hook_event_name: 'PreToolUse', tool_name: 'create', tool_input: input };
  expect(inputsOf('PreToolUse', call, 'copilot-cli')).toEqual([
    {
      ...call,
      tool_name: 'Write',
      tool_input: { target_file: '/fine', file_path: '/.env', content: 'x' },
    },
  ]);
  const to = rewrite({ file_path: '/b' });
  expect(encode('PreToolUse', to, 'copilot-cli', input).json['modifiedArgs']).toMatchObject({
    path: '/b',
  });
  // Whoever goes by our name ignores the others.
  expect(inputsOf('PreToolUse', call, 'claude-code')[0]?.['tool_input']).toMatchObject({
    file_path: '/ok',
    content: 'y',
  });
});

test('a rewrite goes back in their words', () => {
  expect(inTheirFields({ content: 'y' }, { path: '/a', file_text: 'x' })).toEqual({
    file_text: 'y',
  });
  expect(inTheirFields({ content: 'y' }, { file_path: '/a', content: 'x' })).toEqual({
    content: 'y',
  });
  const input = { path: '/a', file_text: 'x' };
  expect(encode('PreToolUse', rewrite({ content: 'y' }), 'copilot-cli', input).json).toEqual({
    modifiedArgs: { path: '/a', file_text: 'y' },
  });
});

test('Claude Code gets another output in the form of its tool, or would ignore it', () => {
  const out = (response: unknown, value: unknown = 'r') => {
    const { json } = encode('PostToolUse', replace(value), 'claude-code', {}, response);
    return (json['hookSpecificOutput'] as Record<string, unknown>)['updatedToolOutput'];
  };
  expect(out({ stdout: 'secret', stderr: 'x', interrupted: false })).toEqual({
    stdout: 'r',
    stderr: '',
    interrupted: false,
  });
  expect(out({ type: 'text', file: { filePath: '/a', content: 's' } })).toEqual({
    type: 'text',
    file: { filePath: '/a', content: 'r' },
  });
  expect(out({ content: [{ type: 'text', text: 's' }] })).toEqual({
    content: [{ type: 'text', text: 'r' }],
  });
  expect(out({ content: 's' })).toEqual({ content: 'r' });
  expect(out('secret')).toBe('r');
  expect(out({ odd: 1 })).toBe('r');
  expect(out({ stdout: 'secret' }, { stdout: 'own' })).toEqual({ stdout: 'own' });
});
