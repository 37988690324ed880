import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { HookInput } from '../../src/vocabulary/events.ts';
import { answers, fire, INPUTS, says, texts } from '../helpers.ts';

const decision = (fields: object) =>
  answers({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: fields } });
const ask = (hooks: Parameters<typeof fire>[1]) => fire('PermissionRequest', hooks);

describe('PermissionRequest', () => {
  test('deny beats allow, and its rewrite and permissions go with it', async () => {
    const verdict = await ask([
      decision({ behavior: 'allow', updatedInput: { command: 'x' } }),
      decision({ behavior: 'deny', message: 'NO' }),
    ]);
    expect(verdict).toMatchObject({ decision: 'block', toAgent: [{ text: 'NO' }] });
    expect([verdict.input, verdict.permissions]).toEqual([undefined, undefined]);
  });

  test('the input is rewritten inside of the decision', async () => {
    const verdict = await ask([decision({ behavior: 'allow', updatedInput: { timeout: 1 } })]);
    expect(verdict).toMatchObject({ decision: 'allow', input: { command: 'ls', timeout: 1 } });
  });

  test('interrupt beside a deny ends the turn, and the agent hears nothing', async () => {
    const verdict = await ask([decision({ behavior: 'deny', message: 'NO', interrupt: true })]);
    expect(verdict).toMatchObject({ decision: 'halt', stopReason: 'NO', toAgent: [] });
    expect(texts(verdict.toUser)).toEqual(['NO']);
    const alone = await ask([decision({ behavior: 'allow', interrupt: true })]);
    expect(alone.decision).toBe('allow');
    expect(texts(alone.toUser)).toEqual([expect.stringContaining('it counts beside "deny"')]);
  });

  test('rules and directories for this session are taken, the rest is dropped and reported', async () => {
    const rules = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'npm test' }, { toolName: 'Read' }],
      behavior: 'allow',
      destination: 'session',
    };
    const directories = { type: 'addDirectories', directories: ['/tmp/x'] };
    const verdict = await ask([
      decision({
        behavior: 'allow',
        updatedPermissions: [
          rules,
          directories,
          { type: 'setMode', mode: 'bypassPermissions', destination: 'session' },
          { ...rules, destination: 'userSettings' },
          { ...rules, behavior: 'sure' },
          { ...rules, rules: 'Bash' },
          'all',
        ],
      }),
    ]);
    expect(verdict.permissions).toEqual([rules, { ...directories, destination: 'session' }]);
    expect(
      texts(verdict.toUser).map((text) => /"updatedPermissions\[(\d)\]"/.exec(text)?.[1]),
    ).toEqual(['2', '3', '4', '5', '6']);
  });

  test('a hook that does not allow grants nothing', async () => {
    const grant = { type: 'addDirectories', directories: ['/x'], destination: 'session' };
    const verdict = await ask([decision({ updatedPermissions: [grant] })]);
    expect([verdict.decision, verdict.permissions]).toEqual(['none', undefined]);
  });

  test.each([
    [
      'a decision that is a text',
      { hookSpecificOutput: { decision: 'allow' } },
      'none',
      /with "behavior", got "allow"/,
    ],
    [
      'another behavior',
      { hookSpecificOutput: { decision: { behavior: 'sure' } } },
      'none',
      /expected "allow", "deny" or "ask"/,
    ],
    [
      'a decision at the top',
      { decision: { behavior: 'allow' } },
      'allow',
      /belongs inside "hookSpecificOutput"/,
    ],
    [
      'a misspelt field',
      { hookSpecificOutput: { decision: { behaviour: 'allow' } } },
      'none',
      /did you mean "behavior"/,
    ],
    [
      'context',
      { hookSpecificOutput: { decision: { behavior: 'allow' }, additionalContext: 'x' } },
      'allow',
      /does not support it/,
    ],
  ] as const)('%s', async (_, answer, wanted, remark) => {
    const verdict = await ask([answers(answer)]);
    expect(verdict.decision).toBe(wanted);
    expect(texts(verdict.toUser)).toEqual([expect.stringMatching(remark)]);
  });

  test('a message that is given twice does not undo the deny', async () => {
    const twice =
      '{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"a","message":"b"}}}';
    const verdict = await ask([says({ stdout: twice })]);
    expect(verdict.decision).toBe('block');
    expect(texts(verdict.toUser)[0]).toContain(
      '"hookSpecificOutput.decision.message" was ignored: it is given twice',
    );
  });

  test.each([
    ['allow', { decision: 'approve', reason: 'r' }],
    ['allow', { hookSpecificOutput: { permissionDecision: 'allow' } }],
    ['block', { blocked: true, message: 'm' }],
    ['block', { decision: 'deny', message: 'm' }],
    ['none', { hookSpecificOutput: { permissionDecision: 'ask' } }],
  ])('the other spellings count: %s', async (wanted, answer) => {
    expect((await ask([answers(answer)])).decision).toBe(wanted);
  });
});

describe('Elicitation', () => {
  const action = (fields: object) => answers({ hookSpecificOutput: fields });

  test.each(['Elicitation', 'ElicitationResult'] as const)(
    '%s: an answer, or none',
    async (event) => {
      const accepted = await fire(event, [action({ action: 'accept', content: { a: 1 } })]);
      expect(accepted).toMatchObject({ decision: 'allow', content: { a: 1 } });
      for (const word of ['decline', 'cancel'])
        expect((await fire(event, [action({ action: word })])).decision).toBe('block');
      const both = await fire(event, [
        action({ action: 'accept' }),
        says({ exit: 2, stderr: 'no' }),
      ]);
      expect(both).toMatchObject({ decision: 'block', toAgent: [{ text: 'no' }] });
    },
  );

  test('its fields mean nothing elsewhere, and at the top level they are no answer', async () => {
    const verdict = await fire('UserPromptSubmit', [answers({ action: 'accept', content: {} })]);
    expect(texts(verdict.context)).toEqual(['{"action":"accept","content":{}}']);
  });
});

describe('what is only for hooks that ask for it', () => {
  const fired = async (matcher: string | undefined, type: string) => {
    const hooks = [{ type: 'function' as const, run: () => ({ systemMessage: 'ran' }) }];
    const engine = await createEngine({
      hooks: { Notification: [{ ...(matcher === undefined ? {} : { matcher }), hooks }] },
    });
    const verdict = await engine.fire({
      ...INPUTS.Notification,
      notification_type: type,
    } as HookInput);
    await engine.close();
    return verdict.runs.length;
  };

  test.each([
    [undefined, 0],
    ['*', 0],
    ['.*', 0],
    ['idle_prompt', 0],
    ['turn_ended', 1],
    ['idle_prompt|turn_ended', 1],
    ['^(turn_ended)$', 1],
  ])('turn_ended and the matcher %s: %i', async (matcher, runs) => {
    expect(await fired(matcher, 'turn_ended')).toBe(runs);
  });

  test('everything else reaches everybody', async () => {
    expect(await fired(undefined, 'idle_prompt')).toBe(1);
  });
});

describe('events that ignore', () => {
  const QUIET = [
    'SessionStart',
    'SessionEnd',
    'Notification',
    'StopFailure',
    'ConfigChange',
  ] as const;

  test.each(QUIET)('%s: "continue": true is no news', async (event) => {
    const verdict = await fire(event, [answers({ continue: true, suppressOutput: true })]);
    expect(verdict).toMatchObject({ decision: 'none', toUser: [] });
  });

  test.each(QUIET)('%s: "continue": false is reported and ignored', async (event) => {
    const verdict = await fire(event, [answers({ continue: false })]);
    expect(verdict.decision).toBe('none');
    expect(texts(verdict.toUser)).toEqual([
      expect.stringContaining(`"continue" was ignored: ${event} does not support it`),
    ]);
  });
});

test('a guard on an event that cannot be blocked is told of, once', async () => {
  const verdict = await fire('SessionEnd', [{ command: 'exit 3', onError: 'block' }]);
  expect(verdict).toMatchObject({ decision: 'none', toAgent: [] });
  expect(verdict.toUser).toHaveLength(1);
});

test('the end of a session has less time', async () => {
  const engine = await createEngine({
    hooks: {
      SessionEnd: [{ hooks: [{ type: 'command', command: 'a' }] }],
      Stop: [{ hooks: [{ type: 'command', command: 'b' }] }],
    },
  });
  expect(engine.entries.map(({ timeoutMs }) => timeoutMs)).toEqual([5_000, 60_000]);
  await engine.close();
});

test('a matcher that fits none of the listed values is reported, and no other', async () => {
  const group = (matcher: string) => ({
    matcher,
    hooks: [{ type: 'command' as const, command: 'a' }],
  });
  const engine = await createEngine({
    hooks: {
      SessionStart: [group('startp'), group('startup|nothing'), group('^res'), group('^x')],
      SubagentStop: [group('whatever')],
    },
    problems: 'report',
  });
  expect(engine.problems.map(({ level, text }) => [level, text])).toEqual([
    [
      'warning',
      'SessionStart[0]: "matcher" matches no source of SessionStart (startup, resume, clear, compact, fork), so its hooks never run; did you mean "startup"?',
    ],
    [
      'warning',
      'SessionStart[3]: "matcher" matches no source of SessionStart (startup, resume, clear, compact, fork), so its hooks never run',
    ],
  ]);
  await engine.close();
});
