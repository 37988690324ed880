import '../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '@wavehooks/hooks';
import { expect, test } from 'vitest';
import { ask, block, defineHook, deny, rewrite } from '../src/index.ts';
import {
  assertHook,
  checkHook,
  fitTexts,
  type HookMatchers,
  hookMatchers,
  toEvent,
  tryHook,
} from '../src/testing/index.ts';
import { hookFile, tempDir } from './helpers.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends HookMatchers<R> {}
}
expect.extend(hookMatchers);

const NPM = { tool: 'Bash', input: { command: 'npm i', timeout: 3 } };

test('a command: outcome, signals and verdict', async () => {
  const tried = await tryHook('echo no >&2; exit 2', NPM);
  expect(tried).toMatchObject({
    decision: 'block',
    outcome: { is: 'exit', code: 2 },
    signals: [{ is: 'block', text: 'no' }],
    verdict: { toAgent: [{ text: 'no' }] },
  });
});

test('a function, an entry, and a hook of the kit', async () => {
  expect((await tryHook(() => ({ decision: 'allow' }), NPM)).decision).toBe('allow');
  expect(
    (await tryHook({ type: 'command', command: 'exit 1', onError: 'block' }, NPM)).decision,
  ).toBe('block');
  const hook = defineHook('PreToolUse', () => ask('sure?', rewrite({ command: 'pnpm i' })));
  const tried = await tryHook(hook, NPM);
  expect(tried).toDecide('ask', 'sure?');
  expect(tried).toRewriteTo({ command: 'pnpm i', timeout: 3 });
});

test('the same hook as a process says the same', async () => {
  const file = hookFile(
    `export const hook = defineHook('PreToolUse', () => ask('sure?', rewrite({ command: 'pnpm i' })));`,
  );
  const { hook } = await import(file);
  const asProcess = await tryHook(`'${process.execPath}' ${file}`, NPM);
  const asFunction = await tryHook(hook, NPM);
  expect(asProcess.signals).toEqual(asFunction.signals);
});

test('a hook that fails closed blocks also as a function', async () => {
  const fail = () => {
    throw new Error('broken');
  };
  const open = defineHook('PreToolUse', fail, { name: 'guard' });
  const closed = defineHook('PreToolUse', fail, { failClosed: true });
  expect(await tryHook(open, NPM)).toMatchVerdict({
    decision: 'none',
    outcomes: ['exit 1'],
    toUser: { has: 'broken' },
  });
  expect(await tryHook(closed, NPM)).toMatchVerdict({
    decision: 'block',
    outcomes: ['exit 1'],
    toAgent: { has: 'did not work' },
  });
  expect(checkHook(await tryHook(open, NPM), { decision: 'none' })).toEqual([
    'outcomes: expected "exit 0 or exit 2", got "exit 1: broken"',
  ]);
});

test('the engine takes a hook of the kit without a word', async () => {
  const hook = defineHook('Stop', () => block('test it'), { name: 'tests', failClosed: true });
  const engine = await createEngine({ hooks: { Stop: [{ hooks: [hook] }] } });
  expect(engine.problems).toEqual([]);
  expect(engine.entries[0]?.label).toBe('tests');
  expect((await engine.fire({ hook_event_name: 'Stop' })).decision).toBe('block');
});

test('an entry that is wrong is no passed test', async () => {
  await expect(tryHook({ type: 'command' }, NPM)).rejects.toThrow(/"command": expected a text/);
});

test('a guard that is not there is no passed test', async () => {
  const projectDir = tempDir();
  const there = `there is no ${projectDir}/nothere.sh`;
  for (const hook of [
    'sh nothere.sh',
    './nothere.sh',
    { type: 'worker', command: 'sh nothere.sh' },
  ])
    await expect(tryHook(hook, NPM, { projectDir })).rejects.toThrow(there);
  const nested = await tryHook('true; sh nothere.sh', NPM, { projectDir });
  expect(checkHook(nested, { decision: 'block' })).toEqual([
    expect.stringMatching(/^outcomes: expected "exit 0 or exit 2", got "exit 2: .*nothere\.sh/),
  ]);
  writeFileSync(join(projectDir, 'nothere.sh'), 'exit 2');
  expect(await tryHook('sh nothere.sh', NPM, { projectDir })).toDecide('block');
});

const TEXTS = 'expected a text, "has" or "matches"';
test.each([
  [{ decison: 'block' }, '"decison" is not known: expected decision, input,'],
  [{ decision: 'deny' }, '"decision": expected none, allow, ask, block or halt, got "deny"'],
  [{ decision: undefined }, '"decision": expected none, allow, ask, block or halt, got undefined'],
  [{ decision: 'constructor' }, 'got "constructor"'],
  [{ input: undefined }, '"input": expected an object or null, got undefined'],
  [{ input: [] }, '"input": expected an object or null, got []'],
  [{ toAgent: undefined }, `"toAgent": ${TEXTS}, got undefined`],
  [{ toAgent: null }, `"toAgent": ${TEXTS}, got null`],
  [{ toUser: { contains: 'yes' } }, `"toUser": ${TEXTS}, got {"contains":"yes"}`],
  [{ toUser: ['no', undefined] }, TEXTS],
  [{ toAgent: { has: 'n', mathces: '^NEVER$' } }, TEXTS],
  [{ toAgent: { has: 'n', matches: undefined } }, TEXTS],
  [{ toAgent: {} }, TEXTS],
  [{ toAgent: /no/ }, TEXTS],
  [{ context: { matches: '(' } }, 'Invalid regular expression'],
  [{ stopReason: 1 }, `"stopReason": ${TEXTS}, got 1`],
  [{ erasePrompt: 'false' }, '"erasePrompt": expected true or false, got "false"'],
  [{ runs: '1' }, '"runs": expected a number, got "1"'],
  [{ outcomes: 'exit 2' }, '"outcomes": expected a list of texts, got "exit 2"'],
  ['block', 'expected an object of what is expected, got "block"'],
  [undefined, 'expected an object of what is expected, got undefined'],
])('%j expects nothing that can be known, and holds in neither direction', async (wrong, says) => {
  const tried = await tryHook('echo no >&2; exit 2', NPM);
  const expected = wrong as never;
  for (const check of [
    () => checkHook(tried, expected),
    () => assertHook(tried, expected),
    () => expect(tried).toMatchVerdict(expected),
    () => expect(tried).not.toMatchVerdict(expected),
  ])
    expect(check).toThrow(says);
});

test('matchers without what they shall compare hold in neither direction', async () => {
  const tried = await tryHook('echo no >&2; exit 2', NPM);
  const nothing = undefined as never;
  for (const name of [
    'toDecide',
    'toTellAgent',
    'toTellUser',
    'toAddContext',
    'toRewriteTo',
  ] as const) {
    expect(() => expect(tried)[name](nothing)).toThrow(/expected .*, got undefined/);
    expect(() => expect(tried).not[name](nothing)).toThrow(/expected .*, got undefined/);
  }
  expect(() => expect(tried).not.toDecide('deny' as never)).toThrow('got "deny"');
  expect(() => expect(tried).not.toDecide('block', null as never)).toThrow(TEXTS);
  expect(tried).not.toDecide('none');
  expect(tried).toRewriteTo(null as never);
});

test('of a text both its part and its pattern have to hold', async () => {
  const tried = await tryHook('echo no >&2; exit 2', NPM);
  expect(checkHook(tried, { toAgent: { has: 'n', matches: 'o$' } })).toEqual([]);
  expect(checkHook(tried, { toAgent: { has: 'n', matches: 'x' } })).toHaveLength(1);
  expect(() => fitTexts([], { has: 'x', hass: 'y' } as never)).toThrow(TEXTS);
});

test('a hook that is switched off is no passed test', async () => {
  const off = { type: 'command', command: 'exit 2', enabled: false };
  await expect(tryHook(off, NPM)).rejects.toThrow('tryHook: the hook is switched off');
});

test.each(['true; sh nothere.sh', "true; sh -c 'if'"])(
  '%s ends with exit 2, which is not what "exit 2" means; its words are',
  async (command) => {
    const tried = await tryHook(command, NPM);
    const told = /^outcomes: expected "an answer of the hook", got "exit 2: .*(open|unexpected)/;
    for (const outcomes of [['exit 2'], ['exit 2', 'exit 2']])
      expect(checkHook(tried, { outcomes }).join('\n')).toMatch(new RegExp(told, 'm'));
    expect(() => expect(tried).toMatchVerdict({ outcomes: ['exit 2'] })).toThrow(/got "exit 2: /);
    expect(() => expect(tried).not.toMatchVerdict({ outcomes: ['exit 0'] })).toThrow(/"exit 2: /);
    const words = { toAgent: { matches: 'open|unexpected' } };
    expect(checkHook(tried, { outcomes: ['exit 2'], ...words })).toEqual([]);
  },
);

test.each([
  [{ tool: 'Bash' }, { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} }],
  [{ prompt: 'x' }, { hook_event_name: 'UserPromptSubmit', prompt: 'x' }],
  [
    { tool: 'Read', response: 1 },
    { hook_event_name: 'PostToolUse', tool_name: 'Read', tool_input: {}, tool_response: 1 },
  ],
  [
    { event: 'PostToolUse', tool: 'Read' },
    { hook_event_name: 'PostToolUse', tool_name: 'Read', tool_input: {}, tool_response: {} },
  ],
  [{ event: 'Stop' }, { hook_event_name: 'Stop' }],
  [
    { hook_event_name: 'Stop', stop_hook_active: true },
    { hook_event_name: 'Stop', stop_hook_active: true },
  ],
])('%j is short for %j', (short, whole) => {
  expect(toEvent(short)).toEqual(whole);
});

test('no event can be told from nothing', () => {
  expect(() => toEvent({})).toThrow(/which event/);
});

test.each([
  [{ tool: 'Bash', imput: {} }, '"imput" is not a field of PreToolUse; did you mean "input"?'],
  [{ toolName: 'Bash' }, '"toolName" is not a field of any event; did you mean "tool_name"?'],
  [{ event: 'Stop', stop_hook_activ: true }, /of Stop; did you mean "stop_hook_active"\?/],
  [{ hook_event_name: 'Stop', stop_hook_activ: true }, /did you mean "stop_hook_active"\?/],
  [{ tool: 'Bash', args: {} }, /"args" is not a field of PreToolUse; expected one of event, tool,/],
  [
    { tool: 'Bash', prompt: 'x' },
    /"tool", short for "tool_name", is not a field of UserPromptSubmit/,
  ],
  [{ promt: 'x' }, '"promt" is not a field of any event; did you mean "prompt"?'],
])('%j is a mistake, and told', async (short, says) => {
  expect(() => toEvent(short)).toThrow(says);
  await expect(tryHook('exit 0', short)).rejects.toThrow(says);
});

test('a whole input may have fields that other agents send', () => {
  const whole = { hook_event_name: 'Stop', model: 'm', turn_id: 't' };
  expect(toEvent(whole)).toEqual(whole);
});

test('a broken hook passes no matcher, in neither direction', async () => {
  const tried = await tryHook('echo oops >&2; exit 1', NPM);
  const broken = /outcomes: expected "exit 0 or exit 2", got "exit 1: oops"/;
  expect(() => expect(tried).toDecide('block')).toThrow(broken);
  expect(() => expect(tried).not.toDecide('block')).toThrow(broken);
  expect(() => expect(tried).not.toTellAgent('x')).toThrow(broken);
  expect(() => expect(tried).not.toRewriteTo({})).toThrow(broken);
  expect(tried).toMatchVerdict({ decision: 'none', outcomes: ['exit 1'] });
  expect(tried).not.toMatchVerdict({ decision: 'block', outcomes: ['exit 1'] });
});

test('what differs is said field by field', async () => {
  const tried = await tryHook(() => ({ decision: 'block', reason: 'no way' }), NPM);
  expect(
    checkHook(tried, {
      decision: 'allow',
      toAgent: ['no'],
      toUser: { has: 'x' },
      input: {},
      runs: 2,
      outcomes: ['exit 2'],
      stopReason: 'x',
      erasePrompt: true,
      context: { matches: 'y' },
    }),
  ).toEqual([
    'decision: expected "allow", got "block"',
    'input: expected {}, got null',
    'toAgent: expected ["no"], got ["no way"]',
    'toUser: expected {"has":"x"} among them, got []',
    'context: expected {"matches":"y"} among them, got []',
    'erasePrompt: expected true, got false',
    'stopReason: expected "x" among them, got [""]',
    'runs: expected 2, got 1',
    'outcomes: expected ["exit 2"], got ["exit 0"]',
  ]);
  expect(() => assertHook(tried, { decision: 'ask' })).toThrow(/expected "ask", got "block"/);
  expect(() => expect(tried).toTellAgent('other')).toThrow(/toAgent: expected "other"/);
  expect(tried).not.toTellUser({ has: 'way' });
  expect(tried).toTellAgent({ matches: '^no' });
});

test('context, and denial of a prompt', async () => {
  const prompt = { prompt: 'hello' };
  expect(await tryHook('echo today', prompt)).toAddContext(['today']);
  const hook = defineHook('UserPromptSubmit', () => block('a secret'));
  expect(await tryHook(hook, prompt)).toMatchVerdict({ decision: 'block', erasePrompt: true });
  expect(
    await tryHook(
      defineHook('PreToolUse', () => deny('no')),
      NPM,
    ),
  ).toDecide('block', 'no');
});

test('node:test can use it', () => {
  const file = join(tempDir(), 'one.test.mjs');
  const testing = new URL('../dist/testing.js', import.meta.url).href;
  writeFileSync(
    file,
    `import { test } from 'node:test';
     import { assertHook, tryHook } from '${testing}';
     test('blocks', async () => assertHook(await tryHook('exit 2', { tool: 'Bash' }), { decision: 'block' }));`,
  );
  // A run of node:test inside of another one would report to that.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', file], { env });
  expect([status, String(stdout)]).toEqual([0, expect.stringMatching(/pass 1/)]);
});
