import { expect, test } from 'vitest';
import { checkHooks } from '../../src/checking/check.ts';
import type { Hooks } from '../../src/checking/hooks.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { INPUTS } from '../helpers.ts';

const entry = (fields: object) => ({ type: 'command', command: 'true', ...fields });
const inGroup = (...hooks: unknown[]) => ({ PreToolUse: [{ matcher: 'Bash', hooks }] });
const check = (hooks: object) =>
  checkHooks([{ name: 'test', hooks: hooks as Record<string, unknown> }]);

const wrong: [string, object, RegExp][] = [
  [
    'an unknown event',
    { PreToolUze: [] },
    /"PreToolUze" is not an event, so it is off: .*did you mean "PreToolUse"/,
  ],
  [
    'an event of a peer',
    { TeammateIdle: [] },
    /^TeammateIdle is an event of Claude Code; Wave has no such moment, so its hooks are off$/,
  ],
  ['an event that is no list', { Stop: { hooks: [] } }, /Stop: expected a list/],
  [
    'a group that is no object',
    { Stop: ['x'] },
    /Stop\[0\]: expected \{ matcher, hooks \}, got "x"/,
  ],
  [
    'a hook where a group belongs',
    { Stop: [entry({})] },
    /Stop\[0\]: a hook stands where a group belongs/,
  ],
  ['hooks that are no list', { Stop: [{ hooks: {} }] }, /"hooks": expected a list, got \{\}/],
  [
    'a matcher that is no text',
    { PreToolUse: [{ matcher: 7, hooks: [] }] },
    /"matcher": expected a text, got 7/,
  ],
  [
    'a matcher that is no pattern',
    { PreToolUse: [{ matcher: '(', hooks: [] }] },
    /"matcher" "\(" is not a regular expression/,
  ],
  [
    'a hook that is no object',
    inGroup('true'),
    /PreToolUse\[0\]\.hooks\[0\]: expected a hook, got "true"/,
  ],
  ['no type', inGroup({ command: 'x' }), /"type": expected a text, got nothing/],
  [
    'another type',
    inGroup({ type: 'shell', command: 'x' }),
    /"type": expected "command", "worker", "http", "prompt", "agent", "mcp_tool" or "ahp", got "shell"; it is off/,
  ],
  [
    'a function from JSON',
    inGroup({ type: 'function', run: 'x' }),
    /"run": expected a function, which only code can give, got /,
  ],
  ['no command', inGroup({ type: 'command', cmd: 'x' }), /"command": expected a text, got nothing/],
  ['an empty command', inGroup(entry({ command: ' ' })), /"command" is empty/],
  [
    'a list as command',
    inGroup(entry({ command: ['ls'] })),
    /"command": expected a text, got \["ls"\]/,
  ],
  [
    'a misspelt "hooks"',
    { PreToolUse: [{ matcher: 'Bash', hook: [entry({})] }] },
    /"hooks": expected a list, got nothing; did you mean "hooks" by "hook"\?/,
  ],
  [
    'a function hook that is none',
    inGroup({ type: 'function', run: 5 }),
    /\.hooks\[0\]: "run": expected a function, which only code can give, got 5; it is off/,
  ],
  [
    'a bare function',
    inGroup(() => undefined),
    /\.hooks\[0\]: expected a hook such as { type: "function", run }, got a function by itself/,
  ],
  ['a time-out as text', inGroup(entry({ timeout: '5' })), /"timeout": expected a number, got "5"/],
  ['a time-out of zero', inGroup(entry({ timeout: 0 })), /"timeout": expected seconds above 0/],
  ['a time-out without end', inGroup(entry({ timeout: 86401 })), /at most 86400, got 86401/],
  ['a worker without command', inGroup({ type: 'worker' }), /"command": expected a text/],
  [
    'an idle limit as text',
    inGroup(entry({ type: 'worker', idleTimeout: '5' })),
    /"idleTimeout": expected a number, got "5"/,
  ],
  [
    'an idle limit of zero',
    inGroup(entry({ type: 'worker', idleTimeout: 0 })),
    /"idleTimeout": expected seconds above 0 and at most 86400, got 0/,
  ],
  [
    'an unknown onError',
    inGroup(entry({ onError: 'deny' })),
    /"onError": expected "continue" or "block", got "deny"/,
  ],
  [
    'enabled as text',
    inGroup(entry({ enabled: 'no' })),
    /"enabled": expected true or false, got "no"/,
  ],
  [
    'an unknown phase',
    inGroup(entry({ phase: 'first' })),
    /"phase": expected "transform" or "judge"/,
  ],
  ['a number in env', inGroup(entry({ env: { PORT: 1 } })), /"env.PORT": expected a text, got 1/],
  [
    'a name in env that is none',
    inGroup(entry({ env: { 'A=B': 'x' } })),
    /"A=B" cannot be a variable's name/,
  ],
];

test.each(wrong)('%s switches itself off, and says so', (_name, hooks, text) => {
  const { entries, problems } = check(hooks);
  expect(entries).toEqual([]);
  expect(problems).toMatchObject([{ level: 'error', text: expect.stringMatching(text) }]);
});

const doubtful: [string, object, RegExp][] = [
  [
    'a misspelt field',
    inGroup(entry({ onEror: 'block' })),
    /"onEror" is not known.*did you mean "onError"/,
  ],
  [
    'a foreign field',
    inGroup(entry({ rewakeMessage: 'x' })),
    /"rewakeMessage" is not known and ignored/,
  ],
  [
    'an async transform',
    inGroup(entry({ async: true, phase: 'transform' })),
    /nobody waits for an async hook, so "phase" is ignored/,
  ],
  [
    'a shell for a program without one',
    inGroup(entry({ args: [], shell: 'bash' })),
    /"args" needs no shell, so "shell" is ignored/,
  ],
  ['a foreign field of a group', { Stop: [{ if: 'x', hooks: [entry({})] }] }, /"if" is not known/],
  [
    'a matcher without a tool',
    { Stop: [{ matcher: 'Bash', hooks: [entry({})] }] },
    /Stop has no tool, so "matcher" is ignored/,
  ],
  [
    'a transform of nothing',
    { Stop: [{ hooks: [entry({ phase: 'transform' })] }] },
    /no input to rewrite/,
  ],
];

test.each(doubtful)('%s is told, and the hook runs', (_name, hooks, text) => {
  const { entries, problems } = check(hooks);
  expect(entries).toHaveLength(1);
  expect(problems).toMatchObject([{ level: 'warning', text: expect.stringMatching(text) }]);
});

test('a wrong piece leaves its neighbours alone', () => {
  const { entries, problems } = check({
    ...inGroup(entry({ timeout: -1 }), entry({ name: 'good' })),
    Stop: 'x',
    UserPromptSubmit: [{ hooks: [entry({ name: 'also good' })] }],
  });
  expect(entries.map(({ label }) => label)).toEqual(['good', 'also good']);
  expect(problems).toHaveLength(2);
});

test('defaults are filled in', () => {
  expect(check(inGroup(entry({}))).entries).toEqual([
    {
      event: 'PreToolUse',
      matcher: { is: 'names', names: new Set(['Bash']) },
      handler: { type: 'command', command: 'true' },
      label: 'true',
      source: 'test: PreToolUse[0].hooks[0]',
      timeoutMs: 60_000,
      onError: 'continue',
      phase: 'judge',
      enabled: true,
      approved: true,
      pins: [],
      from: 'test',
      path: 'PreToolUse[0].hooks[0]',
      content: { event: 'PreToolUse', matcher: 'Bash', entry: entry({}) },
    },
  ]);
});

test('a label is the name, else the first 80 characters of the command', () => {
  const long = `echo ${'x'.repeat(200)}`;
  const { entries } = check(
    inGroup(entry({ name: ' guard ' }), entry({ command: long, name: '' })),
  );
  expect(entries.map(({ label }) => label)).toEqual(['guard', long.slice(0, 80)]);
});

test.each([
  ['a wrong hook', inGroup(entry({ timeout: 'x', onError: 'block' }))],
  ['a bad matcher', { PreToolUse: [{ matcher: '(', hooks: [entry({ onError: 'block' })] }] }],
  ['an event that is no list', { PreToolUse: { hooks: [entry({ onError: 'block' })] } }],
  [
    'a misspelt "hooks"',
    { PreToolUse: [{ matcher: 'Bash', hook: [entry({ onError: 'block' })] }] },
  ],
  ['a misspelt event', { PreToolUs: [{ hooks: [entry({ onError: 'block' })] }] }],
])('%s with onError: "block" blocks its event until it is fixed', async (_name, hooks) => {
  const engine = await createEngine({
    hooks: hooks as Record<string, unknown>,
    problems: 'report',
  });
  expect(await engine.fire(INPUTS.PreToolUse)).toMatchObject({
    decision: 'block',
    toUser: [{ tone: 'error', text: expect.stringContaining('it is off') }],
  });
});

test('a wrong hook that is switched off blocks nothing', async () => {
  const engine = await createEngine({
    hooks: inGroup(entry({ timeout: 'x', onError: 'block', enabled: false })) as Hooks,
    problems: 'report',
  });
  expect(await engine.fire(INPUTS.PreToolUse)).toMatchObject({ decision: 'none', runs: [] });
});

test('a guard that misspells "block" is not open', async () => {
  const engine = await createEngine({
    hooks: inGroup(entry({ onError: 'Block' })) as Hooks,
    problems: 'report',
  });
  expect(await engine.fire(INPUTS.PreToolUse)).toMatchObject({ decision: 'block' });
});

test.each(['Bash(', 7])(
  'on Stop a wrong matcher (%j) is ignored like a right one',
  async (matcher) => {
    const engine = await createEngine({
      hooks: { Stop: [{ matcher, hooks: [entry({ command: 'exit 2' })] }] } as Hooks,
      problems: 'report',
    });
    expect(engine.problems).toMatchObject([{ level: 'warning' }]);
    expect(await engine.fire(INPUTS.Stop)).toMatchObject({ decision: 'block' });
  },
);

test('a wrong hook that blocks does so only where its matcher fits', async () => {
  const engine = await createEngine({
    hooks: inGroup(entry({ timeout: 'x', onError: 'block' })) as Hooks,
    problems: 'report',
  });
  const other = { ...INPUTS.PreToolUse, tool_name: 'Read' };
  expect(await engine.fire(other)).toMatchObject({ decision: 'none', runs: [] });
});

test('a worker has an idle limit; on a command it is ignored, with a warning', () => {
  const { entries, problems } = check(
    inGroup(
      entry({ type: 'worker' }),
      entry({ type: 'worker', command: 'other', idleTimeout: 5 }),
      entry({ idleTimeout: 5 }),
    ),
  );
  expect(entries.map(({ handler }) => handler)).toEqual([
    { type: 'worker', command: 'true', idleMs: 300_000 },
    { type: 'worker', command: 'other', idleMs: 5_000 },
    { type: 'command', command: 'true' },
  ]);
  expect(problems).toEqual([
    {
      level: 'warning',
      event: 'PreToolUse',
      source: 'test: PreToolUse[0].hooks[2]',
      hook: 'true',
      text: 'PreToolUse[0].hooks[2]: only a worker has "idleTimeout", so it is ignored',
    },
  ]);
});
