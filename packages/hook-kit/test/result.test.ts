import { describe, expect, test } from 'vitest';
import {
  encodeHookResult,
  type HookResult,
  HookResultError,
  hookResult,
  parseHookResult,
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
  ['[]', /expected an object, got \[\]/],
  ['{"decision":"maybe"}', /"decision": expected "allow", "deny", "ask" or null, got "maybe"/],
  ['{"blocked":"yes"}', /"blocked": expected true or false, got "yes"/],
  ['{"message":1}', /"message": expected a text or null, got 1/],
  ['{"updated_input":[]}', /"updated_input": expected an object or null, got \[\]/],
])('%s is none', (text, says) => {
  expect(() => parseHookResult(text)).toThrow(HookResultError);
  expect(() => parseHookResult(text)).toThrow(says);
});
