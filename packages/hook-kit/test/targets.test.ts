import { describe, expect, test } from 'vitest';
import {
  allow,
  ask,
  block,
  context,
  defineHook,
  deny,
  detectTarget,
  encode,
  FALLBACKS,
  halt,
  hookResult,
  rewrite,
  sandbox,
  TARGETS,
  type TargetName,
  warn,
} from '../src/index.ts';

const INPUT = { command: 'npm i', timeout: 30 };
const names = Object.keys(TARGETS) as TargetName[];
const json = (event: 'PreToolUse' | 'PostToolUse' | 'UserPromptSubmit' | 'Stop') => ({
  of: (said: Parameters<typeof encode>[1], target: TargetName) =>
    encode(event, said, target, INPUT).json,
});

describe('ask with a rewrite', () => {
  const said = ask('pnpm here', rewrite({ command: 'pnpm i' }));
  const nested = (permissionDecision: string, more: object) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, ...more },
  });
  const whole = { command: 'pnpm i', timeout: 30 };
  const suggested = 'pnpm here Suggested instead: pnpm i';

  test.each([
    [
      'wave',
      nested('ask', {
        permissionDecisionReason: 'pnpm here',
        updatedInput: { command: 'pnpm i' },
      }),
    ],
    ['claude-code', nested('ask', { permissionDecisionReason: 'pnpm here', updatedInput: whole })],
    ['gemini-cli', { decision: 'deny', reason: suggested }],
    ['qwen-code', nested('deny', { permissionDecisionReason: suggested })],
    ['codex', nested('deny', { permissionDecisionReason: suggested })],
  ] as const)('%s', (target, wanted) => {
    expect(json('PreToolUse').of(said, target)).toEqual(wanted);
  });
});

test('a rewrite alone: merged by who merges, with allow where that is needed', () => {
  const said = rewrite({ command: 'ls' });
  const of = (target: TargetName) => json('PreToolUse').of(said, target);
  expect(of('wave')['hookSpecificOutput']).toMatchObject({ updatedInput: { command: 'ls' } });
  expect(of('gemini-cli')['hookSpecificOutput']).toEqual({
    hookEventName: 'BeforeTool',
    tool_input: { command: 'ls' },
  });
  expect(of('codex')['hookSpecificOutput']).toEqual({
    hookEventName: 'PreToolUse',
    permissionDecision: 'allow',
    updatedInput: { command: 'ls', timeout: 30 },
  });
});

test('halt before a tool stops the tool everywhere', () => {
  const of = (target: TargetName) => json('PreToolUse').of(halt('enough', warn('w')), target);
  const denied = { permissionDecision: 'deny', permissionDecisionReason: 'A hook ended the turn.' };
  expect(of('wave')).toEqual({ continue: false, stopReason: 'enough', systemMessage: 'w' });
  expect(of('claude-code')).toMatchObject({ continue: false, hookSpecificOutput: denied });
  expect(of('gemini-cli')).toMatchObject({ continue: false, stopReason: 'enough' });
  // Why it ended is for the user alone, also there.
  expect(of('codex')).toEqual({
    systemMessage: 'enough\nw',
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...denied },
  });
});

test('allow grants nothing where it cannot', () => {
  expect(json('PreToolUse').of(allow('fine'), 'codex')).toEqual({});
  expect(json('PreToolUse').of(allow('fine'), 'gemini-cli')).toEqual({
    decision: 'allow',
    reason: 'fine',
  });
});

test('feedback on a result does not hide the result', () => {
  expect(json('PostToolUse').of(block('format it', context('c')), 'gemini-cli')).toEqual({
    hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'format it\nc' },
  });
  for (const target of ['codex', 'qwen-code'] as const)
    expect(json('PostToolUse').of(block('format it'), target)).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'format it' },
    });
});

test('a prompt and a stop', () => {
  for (const target of ['wave', 'claude-code', 'codex'] as const) {
    expect(json('Stop').of(block('test it'), target)).toEqual({
      decision: 'block',
      reason: 'test it',
    });
    expect(json('UserPromptSubmit').of(context('c'), target)).toEqual({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'c' },
    });
  }
  expect(json('Stop').of(block('test it'), 'gemini-cli')).toEqual({
    decision: 'deny',
    reason: 'test it',
  });
  expect(json('UserPromptSubmit').of(halt('no'), 'gemini-cli')).toMatchObject({
    continue: false,
    decision: 'deny',
  });
});

test('a refusal without words gets some', () => {
  for (const target of names)
    expect(JSON.stringify(json('PreToolUse').of(deny(''), target))).toContain('gave no reason');
});

test('every fall-back is told', () => {
  for (const target of names)
    for (const [verb, fallback] of Object.entries(TARGETS[target].lacks.PreToolUse ?? {})) {
      const said = {
        ask: ask('x'),
        allow: allow(),
        rewrite: rewrite({ a: 1 }),
        halt: halt('x'),
        sandbox: sandbox('workspace'),
        warn: warn('x'),
      };
      const one = said[verb as keyof typeof said] ?? context('x');
      expect(encode('PreToolUse', one, target).notes).toEqual([
        expect.stringContaining(`"${verb}" ${FALLBACKS[fallback]}`),
      ]);
    }
});

test.each([
  [{ hook_event_name: 'BeforeTool' }, {}, 'gemini-cli'],
  [{ hook_event_name: 'AfterAgent' }, { WAVE_PROJECT_DIR: '/x' }, 'gemini-cli'],
  [{ hook_event_name: 'Stop', turn_id: '1' }, {}, 'codex'],
  [{ hook_event_name: 'Stop' }, { WAVE_PROJECT_DIR: '/x' }, 'wave'],
  [{ hook_event_name: 'Stop' }, { QWEN_PROJECT_DIR: '/x' }, 'qwen-code'],
  [{ hook_event_name: 'Stop' }, { COPILOT_CLI: '1' }, 'copilot-cli'],
  [{ hook_event_name: 'Stop' }, { COPILOT_CLI: '1', WAVE_PROJECT_DIR: '/x' }, 'wave'],
  [{ hook_event_name: 'stop', cursor_version: '2.0' }, {}, 'cursor'],
  // A name that several agents have tells nothing.
  [{ hook_event_name: 'SessionStart' }, {}, 'claude-code'],
  [{ hook_event_name: 'SessionStart' }, { GEMINI_PROJECT_DIR: '/x' }, 'gemini-cli'],
  [{ hook_event_name: 'Stop' }, {}, 'claude-code'],
  [{}, {}, 'claude-code'],
] as const)('%j with %j comes from %s', (input, env, target) => {
  expect(detectTarget(input, env)).toBe(target);
});

test('a handler sees our names, whoever asks', async () => {
  const seen: unknown[] = [];
  const hook = defineHook(
    'PreToolUse',
    (input) => {
      seen.push([input.hook_event_name, input.tool_name]);
      return input.tool_name === 'Bash' ? deny(input.tool_input.command) : undefined;
    },
    { for: 'gemini-cli', main: false },
  );
  const event = { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' };
  const answer = await hook.run({ ...event, tool_input: { command: 'ls' } });
  expect([seen, answer]).toEqual([[['PreToolUse', 'Bash']], { decision: 'deny', reason: 'ls' }]);
});

test('Qwen Code: our events, its names of tools, the nested form', async () => {
  const hook = defineHook(
    'PreToolUse',
    (input) => (input.tool_name === 'Write' ? ask(input.tool_input.file_path) : undefined),
    { for: 'claude-code', main: false },
  );
  const event = { hook_event_name: 'PreToolUse', tool_name: 'write_file' };
  expect(await hook.run({ ...event, tool_input: { file_path: '/a' } })).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: '/a',
    },
  });
});

test.each([[hookResult.deny('x')], [{ decision: 'block' }], [deny], [[deny('x')]], ['x'], [false]])(
  'as a function, %j is no answer and rejects',
  async (value) => {
    const hook = defineHook('PreToolUse', (() => value) as never);
    const input = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };
    await expect(hook.run(input)).rejects.toThrow(/the handler returned .* which is not an answer/);
  },
);
