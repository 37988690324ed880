import { describe, expect, test } from 'vitest';
import {
  encode,
  encodeHookResult,
  type HookResult,
  HookResultError,
  hookResult,
  parseHookResult,
  rewrite,
  serializeHookResult,
} from '../src/index.ts';
import { tryHook } from '../src/testing/index.ts';
import { quote } from './helpers.ts';

const INPUT = { command: 'rm -rf /', timeout: 30 };

/** A hook that prints a result, run by the real engine on the input above. */
const printed = (result: Partial<HookResult> | string) =>
  tryHook(
    `printf %s ${quote(typeof result === 'string' ? result : serializeHookResult(result, () => {}))}`,
    { tool: 'Bash', input: INPUT },
  );

describe('Updated Input with Ask Permission Decision', () => {
  test('Ask decision with updated input', async () => {
    const result = hookResult.ask(null, { command: 'ls' });
    expect(JSON.parse(serializeHookResult(result))).toMatchObject({
      decision: 'ask',
      updated_input: { command: 'ls' },
    });
    const { verdict } = await printed(result);
    expect(verdict).toMatchObject({ decision: 'ask', input: { command: 'ls', timeout: 30 } });
  });

  test('Ask decision with reason and updated input', async () => {
    const { verdict } = await printed(
      JSON.stringify({
        decision: 'ask',
        message: 'Command modified for safety',
        updated_input: { command: 'sanitized-command' },
      }),
    );
    expect(verdict).toMatchObject({
      decision: 'ask',
      input: { command: 'sanitized-command', timeout: 30 },
      toUser: [{ text: 'Command modified for safety' }],
      toAgent: [],
    });
  });

  test('Ask decision without updated input (backward compatible)', async () => {
    const { verdict } = await printed(hookResult.ask());
    expect([verdict.decision, verdict.input]).toEqual(['ask', undefined]);
  });

  test('Updated input partial replacement', async () => {
    const result = hookResult.ask(null, { command: 'echo hello' });
    const final = { command: 'echo hello', timeout: 30 };
    expect((await printed(result)).verdict.input).toEqual(final);
    expect(encodeHookResult(result, INPUT)).toMatchObject({
      hookSpecificOutput: { updatedInput: final },
    });
  });
});

describe('Permission Decision Field', () => {
  test('Decision field allow', async () => {
    const { verdict } = await printed(hookResult.allow(null, { command: 'ls' }));
    expect(verdict).toMatchObject({ decision: 'allow', input: { command: 'ls', timeout: 30 } });
    expect(hookResult.allow().blocked).toBe(false);
  });

  test('Decision field deny', async () => {
    const { verdict } = await printed(hookResult.deny('not here'));
    expect(verdict).toMatchObject({ decision: 'block', toAgent: [{ text: 'not here' }] });
    expect(hookResult.deny('x').blocked).toBe(true);
    const old = await printed({ blocked: true, message: 'not here' });
    expect(old.verdict).toMatchObject({ decision: 'block', toAgent: [{ text: 'not here' }] });
  });

  test('Decision field ask', async () => {
    const { verdict } = await printed(hookResult.ask('sure?'));
    expect(verdict).toMatchObject({ decision: 'ask', toUser: [{ text: 'sure?' }], toAgent: [] });
  });

  test('Decision field takes precedence over blocked', async () => {
    const conflict = { decision: 'allow', blocked: true } as const;
    const told: string[] = [];
    const text = serializeHookResult(conflict, (warning) => told.push(warning));
    parseHookResult(text, (warning) => told.push(warning));
    expect(told).toEqual(Array(2).fill(expect.stringContaining('the decision counts')));
    const { verdict } = await printed(conflict);
    expect(verdict).toMatchObject({
      decision: 'allow',
      toUser: [{ text: expect.stringContaining('the decision counts') }],
    });
    expect(encodeHookResult({ ...hookResult.blocked(true), decision: 'allow' }, {})).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
    });
  });

  test('Missing decision field uses blocked field', async () => {
    expect((await printed(hookResult.blocked(true, 'no'))).verdict.decision).toBe('block');
    // Allowed to go on: permissions decide as usual. It grants nothing by itself.
    expect((await printed(hookResult.blocked(false))).verdict.decision).toBe('none');
    expect(encodeHookResult(hookResult.blocked(true, 'no'), INPUT)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      },
    });
  });
});

describe('Hook Result Serialization', () => {
  test('Serialization includes all fields', () => {
    const text = serializeHookResult(hookResult.ask('Review this', { command: 'safe-cmd' }));
    expect(text).toBe(
      '{"decision":"ask","message":"Review this","blocked":false,"system_prompt":null,"updated_input":{"command":"safe-cmd"}}',
    );
  });

  test('Null fields omitted or null', async () => {
    expect(JSON.parse(serializeHookResult({ blocked: false }))).toEqual({
      decision: null,
      message: null,
      blocked: false,
      system_prompt: null,
      updated_input: null,
    });
    const { verdict } = await printed({ blocked: false });
    expect([verdict.decision, verdict.toUser]).toEqual(['none', []]);
    expect(encodeHookResult(hookResult.blocked(false), INPUT)).toEqual({});
  });

  test('Updated input preserves value types', async () => {
    const updated_input = {
      text: '7',
      number: 7,
      half: 0.5,
      flag: false,
      nothing: null,
      list: [1, 'two', { three: 3 }],
      object: { deep: { true: 'true' } },
    };
    const result = hookResult.ask('x', updated_input);
    expect(parseHookResult(serializeHookResult(result))).toStrictEqual(result);
    expect((await printed(result)).verdict.input).toStrictEqual({ ...INPUT, ...updated_input });
  });
});

test('system_prompt becomes context', async () => {
  const result = { ...hookResult.allow(), system_prompt: 'be careful' };
  expect((await printed(result)).verdict.context).toMatchObject([{ text: 'be careful' }]);
  expect(encodeHookResult(result, {})).toMatchObject({
    hookSpecificOutput: { additionalContext: 'be careful' },
  });
});

test('a name that reaches a prototype stays a name', () => {
  const updated_input = JSON.parse('{"__proto__":{"x":1}}');
  const { hookSpecificOutput: section } = encodeHookResult(hookResult.ask(null, updated_input), {});
  const { updatedInput } = section as { updatedInput: object };
  expect([Object.getPrototypeOf(updatedInput), Object.keys(updatedInput)]).toEqual([
    Object.prototype,
    ['__proto__'],
  ]);
});

test.each([
  ['{', /not valid JSON/],
  ['[]', /expected an object, got a list/],
  ['null', /expected an object, got null/],
  ['{"foo":1}', /expected at least one of decision, .*updated_input, got only "foo"/],
  ['{"decision":"maybe"}', /"decision": expected "allow", "deny", "ask" or null, got "maybe"/],
  ['{"decision":"toString"}', /"decision": expected .*got "toString"/],
  ['{"blocked":"yes"}', /"blocked": expected true or false or null, got "yes"/],
  ['{"message":1}', /"message": expected a text or null, got 1/],
  ['{"updated_input":[]}', /"updated_input": expected an object or null, got a list/],
  ['{"updated_input":{"a":-0}}', /"updated_input.a": expected a value .*, got -0$/],
  ['{"updated_input":{"a":1e999}}', /"updated_input.a": expected a value .*got Infinity/],
])('%s is none', (text, says) => {
  expect(() => parseHookResult(text)).toThrow(HookResultError);
  expect(() => parseHookResult(text)).toThrow(says);
});

test('an empty object says nothing; an unknown field beside known ones is told', () => {
  expect(parseHookResult('{}')).toEqual(hookResult.blocked(false));
  const told: string[] = [];
  const read = parseHookResult('{"desicion":"deny","message":"no"}', (text) => told.push(text));
  expect(read).toEqual(hookResult.blocked(false, 'no'));
  expect(told).toEqual([
    '"desicion" is not known and was left out; the fields are decision, message, blocked, system_prompt, updated_input',
  ]);
});

test.each([
  ['allow', false],
  ['deny', true],
  ['ask', false],
] as const)(
  '%s agrees with blocked %s alone, and means it where none is given',
  async (decision, agreed) => {
    const told: string[] = [];
    const tell = (text: string) => told.push(text);
    const fits = { decision, blocked: agreed, message: 'm' };
    expect(parseHookResult(serializeHookResult({ decision, message: 'm' }, tell), tell)).toEqual({
      ...hookResult.blocked(agreed, 'm'),
      decision,
    });
    encodeHookResult(fits, {}, tell);
    expect([told, (await printed(fits)).verdict.toUser.filter(isConflict)]).toEqual([[], []]);
    const contrary = { ...fits, blocked: !agreed };
    parseHookResult(serializeHookResult(contrary, tell), tell);
    encodeHookResult(contrary, {}, tell);
    const says = `"blocked" is ${!agreed}, but the decision is "${decision}": the decision counts`;
    expect(told).toEqual([says, says, says]);
    const { verdict } = await printed(contrary);
    expect(verdict.decision).toBe(decision === 'deny' ? 'block' : decision);
    expect(verdict.toUser.filter(isConflict)).toHaveLength(1);
  },
);

const isConflict = ({ text }: { text: string }) => text.includes('the decision counts');

describe('what does not arrive as it is, is refused where it stands', () => {
  const self: Record<string, unknown> = {};
  self['me'] = self;
  test.each([
    [{ n: Number.NaN }, '"updated_input.n": expected a value that JSON keeps as it is, got NaN'],
    [
      { n: [1, -Infinity] },
      '"updated_input.n[1]": expected a value that JSON keeps as it is, got -Infinity',
    ],
    [
      { at: new Date(0) },
      '"updated_input.at": expected a value that JSON keeps as it is, got a Date',
    ],
    [
      { a: { b: undefined } },
      '"updated_input.a.b": expected a value that JSON keeps as it is, got undefined',
    ],
    [{ n: [-0] }, '"updated_input.n[0]": expected a value that JSON keeps as it is, got -0'],
    [{ big: 1n }, '"updated_input.big": expected a value that JSON keeps as it is, got 1n'],
    [
      { f: () => 1 },
      '"updated_input.f": expected a value that JSON keeps as it is, got a function',
    ],
    [{ m: new Map() }, '"updated_input.m": expected a value that JSON keeps as it is, got a Map'],
    [
      self,
      '"updated_input.me": expected a value that JSON keeps as it is, got an object that holds itself',
    ],
  ])('%#', (updated_input, says) => {
    const result = hookResult.ask('x', updated_input);
    const error = expect.objectContaining({
      name: 'HookResultError',
      message: `HookResult: ${says}`,
    });
    expect(() => serializeHookResult(result)).toThrow(error);
    expect(() => encodeHookResult(result, {})).toThrow(error);
    const toRewrite = says.replace('updated_input', 'rewrite');
    expect(() => encode('PreToolUse', rewrite(updated_input), 'wave')).toThrow(toRewrite);
  });

  test('a decision that is none, and a rewrite without the input that it changes', () => {
    const block = { ...hookResult.ask(), decision: 'block' as never };
    const words = /^HookResult: "decision": expected "allow", "deny", "ask" or null, got "block"$/;
    expect(() => serializeHookResult(block)).toThrow(words);
    expect(() => encodeHookResult(block, {})).toThrow(words);
    const ask = hookResult.ask('x', { command: 'ls' });
    expect(() => encodeHookResult(ask, undefined as never)).toThrow(
      new HookResultError(
        '"updated_input" has to be merged over the original input: expected that as the second argument, got undefined',
      ),
    );
    expect(encodeHookResult(hookResult.deny('no'), undefined as never)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  });
});
