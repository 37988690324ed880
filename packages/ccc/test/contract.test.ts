import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  ALLOW,
  answered,
  BLOCK,
  ccc,
  hook,
  permission,
  place,
  QUESTION,
  start,
} from './helpers.ts';

const LIMIT = /reached its limit of 20 reviews/;

test('TC-001: Stop, allowed', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const input = { session_id: 'test-001', stop_hook_active: false };
  expect(await hook(input, at)).toEqual(answered({ reason: 'good' }));
});

test('TC-002: Stop, blocked', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const input = { session_id: 'test-002', stop_hook_active: false };
  expect(await hook(input, at)).toEqual(answered({ decision: 'block', reason: 'add tests' }));
});

test('TC-003: PreToolUse, allowed', async () => {
  const at = place();
  at.reviewer(ALLOW);
  expect(await hook(QUESTION, at)).toEqual(answered(permission('allow', 'good')));
});

test('TC-004: PreToolUse, denied', async () => {
  const at = place();
  at.reviewer(BLOCK);
  expect(await hook(QUESTION, at)).toEqual(answered(permission('deny', 'add tests')));
});

test('TC-005: the recursion guard comes before everything and needs nothing', async () => {
  const at = place();
  at.write('config/ccc.json', '{ broken');
  const env = { CCC_SUPERVISOR_HOOK: '1', CCC_SUPERVISOR_ID: undefined };
  const reason = 'this is a review itself, so it is not reviewed';
  for (const stdin of ['', 'rubbish', '{"session_id":"x"}', 'null'])
    expect(await hook(undefined, at, { env, stdin })).toEqual(answered({ reason }));
  expect(await hook(QUESTION, at, { env })).toEqual(answered(permission('allow', reason)));
  expect(await hook({ hook_event_name: 'PreToolUse', tool_name: 'Bash' }, at, { env })).toEqual(
    answered({}),
  );
  for (const args of [
    ['--event', 'prompt'],
    ['--event=prompt', 'whatever'],
  ])
    expect(await hook({ session_id: 's' }, at, { env }, args)).toEqual(answered({}));
  const began = performance.now();
  expect(await hook(undefined, at, { env, stdin: '', open: true })).toEqual(answered({ reason }));
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(at.sessionFiles()).toEqual([]);
});

test('the guard waits for an event that comes late', async () => {
  const at = place();
  const { child, ended } = start(['supervisor-hook'], at, {
    env: { CCC_SUPERVISOR_HOOK: '1' },
    open: true,
  });
  setTimeout(() => child.stdin.end(JSON.stringify(QUESTION)), 600);
  expect(await ended).toEqual(
    answered(permission('allow', 'this is a review itself, so it is not reviewed')),
  );
});

const GUARDED = 'this is a review itself, so it is not reviewed';
const HUGE = { questions: ['x"\\'.repeat(13_000_000)] };
const { tool_input: _, ...SHORT } = QUESTION;

test.each([
  ['before', { ...SHORT, tool_input: HUGE }, permission('allow', GUARDED)],
  ['after', { tool_input: HUGE, ...SHORT }, permission('allow', GUARDED)],
  ['for another tool', { tool_input: HUGE, ...SHORT, tool_name: 'Bash' }, {}],
  ['for a prompt', { prompt: HUGE, hook_event_name: 'UserPromptSubmit' }, {}],
  ['inside of it only', { tool_input: { ...SHORT, ...HUGE } }, { reason: GUARDED }],
])('the guard finds the event, named %s 50 MB', async (_, input, document) => {
  const env = { CCC_SUPERVISOR_HOOK: '1' };
  expect(await hook(input, place(), { env })).toEqual(answered(document));
});

test.each([
  ['a torn document', '{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","x', 'allow'],
  ['one torn before the tool', '{"hook_event_name":"PreToolUse","tool_inp', 'none'],
  ['a byte order mark', '\uFEFF {"hook_event_name":"PreToolUse"}', 'allow'],
  ['escapes', '{"hook_event\\u005fname":"Pre\\u0054oolUse"}', 'allow'],
  ['a list', '["hook_event_name","PreToolUse"]', 'stop'],
  ['a second document', '{}{"hook_event_name":"PreToolUse"}', 'stop'],
  ['words in front', 'x{"hook_event_name":"PreToolUse"}', 'stop'],
  ['the name as a value', '{"a":"hook_event_name","b":"PreToolUse"}', 'stop'],
  ['the name twice', '{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}', 'stop'],
])('the guard and %s', async (_, stdin, shape) => {
  const env = { CCC_SUPERVISOR_HOOK: '1' };
  const shapes: Record<string, object> = {
    allow: permission('allow', GUARDED),
    none: {},
    stop: { reason: GUARDED },
  };
  expect(await hook(undefined, place(), { env, stdin })).toEqual(answered(shapes[shape]));
});

test('only "1" is the guard', async () => {
  const at = place();
  at.reviewer(BLOCK);
  for (const value of ['0', 'true', '', '01'])
    expect(await hook({ session_id: 's' }, at, { env: { CCC_SUPERVISOR_HOOK: value } })).toEqual(
      answered({ decision: 'block', reason: 'add tests' }),
    );
});

test('TC-006: at the limit it allows without a review, tells the user, and does not reset', async () => {
  const at = place();
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  const file = at.sessionFiles()[0] ?? '';
  writeFileSync(file, JSON.stringify({ ...at.state(), count: 20 }));
  const stop = await hook({ session_id: 's' }, at);
  const { reason, systemMessage, ...rest } = JSON.parse(stop.stdout);
  expect([stop.code, stop.stderr, rest]).toEqual([0, '', {}]);
  expect(reason).toMatch(LIMIT);
  expect(systemMessage).toBe(reason);
  const question = JSON.parse((await hook(QUESTION, at)).stdout);
  expect(question.hookSpecificOutput.permissionDecision).toBe('allow');
  expect(question.systemMessage).toMatch(LIMIT);
  expect(at.state()['count']).toBe(22);
  expect(at.seen()).toHaveLength(1);
});

test('TC-007: without hook_event_name, or with an unknown one, it is a stop', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const blocked = answered({ decision: 'block', reason: 'add tests' });
  expect(await hook({ session_id: 'test-007' }, at)).toEqual(blocked);
  for (const name of ['SubagentStop', 'Nonsense', 7, null, ''])
    expect(await hook({ session_id: 'test-007', hook_event_name: name }, at)).toEqual(blocked);
});

test('the limit is exactly that many reviews', async () => {
  const at = place();
  at.reviewer(BLOCK, { max_iterations: 2 });
  const codes = [];
  for (let n = 0; n < 4; n++) codes.push(JSON.parse((await hook(QUESTION, at)).stdout));
  expect(codes.map((one) => one.hookSpecificOutput.permissionDecision)).toEqual([
    'deny',
    'deny',
    'allow',
    'allow',
  ]);
  expect(at.seen().map(({ iteration }) => iteration)).toEqual([1, 2]);
});

test('only an allowed stop or a new prompt resets the count', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const count = () => at.state()['count'];
  await hook({ session_id: 's', stop_hook_active: true }, at);
  await hook({ session_id: 's', stop_hook_active: false }, at);
  expect(count()).toBe(2);
  at.reviewer(ALLOW);
  await hook(QUESTION, at);
  expect(count()).toBe(3);
  await hook({ session_id: 's' }, at);
  expect(count()).toBe(0);
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  const prompt = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'next' };
  expect(await hook(prompt, at)).toEqual(answered({}));
  expect(count()).toBe(0);
  await hook({ session_id: 's' }, at);
  expect(await hook({ session_id: 's' }, at, {}, ['--event', 'prompt'])).toEqual(answered({}));
  expect(count()).toBe(0);
});

test('a broken prompt input never loses the prompt', async () => {
  const at = place();
  for (const stdin of ['', 'rubbish'])
    expect(await hook(0, at, { stdin }, ['--event', 'prompt'])).toMatchObject({ code: 1 });
  expect(await hook({ hook_event_name: 'UserPromptSubmit' }, at)).toMatchObject({ code: 1 });
});

test('PreToolUse for another tool gets no decision, and is not counted', async () => {
  const at = place();
  at.reviewer(BLOCK);
  for (const input of [
    { ...QUESTION, tool_name: 'Bash' },
    { hook_event_name: 'PreToolUse', tool_name: 'Read' },
  ])
    expect(await hook(input, at)).toEqual(answered({}));
  expect(at.sessionFiles()).toEqual([]);
});

test('CCC_SUPERVISOR_ID is required', async () => {
  const at = place();
  for (const id of [undefined, '']) {
    const { code, stdout, stderr } = await hook({ session_id: 's' }, at, {
      env: { CCC_SUPERVISOR_ID: id },
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^CCC_SUPERVISOR_ID is not set: .*ccc run/);
  }
});

test('--session-id beats stdin, which may then be empty, broken or left open', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const args = ['--session-id', 'from-the-line'];
  const blocked = answered({ decision: 'block', reason: 'add tests' });
  for (const stdin of ['', 'rubbish', '[]', '{"session_id":"other"}'])
    expect(await hook(0, at, { stdin }, args)).toEqual(blocked);
  expect(await hook(0, at, { stdin: '', open: true }, args)).toEqual(blocked);
  expect(await hook(0, at, { stdin: '{"a', open: true }, args)).toEqual(blocked);
  expect(await hook(QUESTION, at, {}, args)).toEqual(answered(permission('deny', 'add tests')));
  expect(at.sessionFiles()).toHaveLength(1);
  expect(at.state()).toMatchObject({ count: 7, session: 'from-the-line' });
});

const WRONG: [string, unknown, RegExp][] = [
  ['no session_id', {}, /session_id: expected a text that is not empty, got nothing/],
  ['an empty session_id', { session_id: '' }, /session_id: .* got ""/],
  ['a session_id that is no text', { session_id: 7 }, /session_id: .* got 7/],
  ['no object', [1], /expected an object, got \[1\]/],
  ['null', null, /expected an object, got null/],
  ['no tool_name', { ...QUESTION, tool_name: undefined }, /tool_name: /],
  ['no tool_input', { ...QUESTION, tool_input: undefined }, /tool_input: expected an object/],
  ['a tool_input that is none', { ...QUESTION, tool_input: [] }, /tool_input: .* got \[\]/],
  ['no tool_use_id', { ...QUESTION, tool_use_id: undefined }, /tool_use_id: /],
];

test.each(WRONG)('an input with %s is exit 2', async (_, input, text) => {
  const at = place();
  at.reviewer(ALLOW);
  const { code, stdout, stderr } = await hook(input, at);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^failed to parse hook input: [^\n]*\n$/);
  expect(stderr).toMatch(text);
});

test('a review that takes too long is exit 124 and exactly one text', async () => {
  const at = place();
  at.reviewer('sleep 60', { timeout_seconds: 0.5 });
  const began = performance.now();
  expect(await hook({ session_id: 's' }, at)).toEqual({
    code: 124,
    signal: null,
    stdout: '',
    stderr: 'hook execution timeout\n',
  });
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('stderr speaks only when it is asked to', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const { stderr, stdout } = await hook({ session_id: 's' }, at, {}, ['--verbose']);
  expect(stderr).toMatch(/^ccc: iteration 1, reviewer command, instructions ours\n$/);
  expect(JSON.parse(stdout)).toEqual({ reason: 'good' });
});

test('the version and the help', async () => {
  const at = place();
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect((await ccc(['--version'], at)).stdout).toBe(`${version}\n`);
  expect((await ccc(['--help'], at)).stdout).toContain('supervisor-hook');
  expect(await ccc(['nonsense'], at)).toMatchObject({ code: 1, stdout: '' });
});
