import type { Outcome } from '@wavehooks/process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combine } from '../../src/deciding/combine.ts';
import type { HookEffects } from '../../src/deciding/hook-effects.ts';
import { interpret } from '../../src/deciding/interpret.ts';
import { mergeRewrites } from '../../src/deciding/rewrite.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { parse } from '../../src/reading/parse.ts';
import { RANK } from '../../src/vocabulary/effect.ts';
import { EVENT_NAMES, type EventName } from '../../src/vocabulary/events.ts';
import { fire, INPUTS, quote } from '../helpers.ts';
import { eachWay } from '../ways.ts';

const FIELDS = [
  'continue',
  'stopReason',
  'systemMessage',
  'decision',
  'reason',
  'blocked',
  'message',
  'updated_input',
  'system_prompt',
  'permissionDecision',
  'hookEventName',
  '__proto__',
];
const VALUES = fc.oneof(
  fc.constantFrom(
    'allow',
    'deny',
    'ask',
    'block',
    'approve',
    'Stop',
    'PreToolUse',
    '',
    true,
    false,
    null,
  ),
  fc.jsonValue(),
);
const record = fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), fc.string()), VALUES);
const answer = fc
  .tuple(record, fc.option(fc.oneof(record, VALUES), { nil: undefined }))
  .map(([top, section]) => (section === undefined ? top : { ...top, hookSpecificOutput: section }));
const stdout = fc.oneof(
  answer.map((value) => JSON.stringify(value)),
  answer.map((value) => JSON.stringify(value).slice(0, -1)),
  answer.map((value) => `log\n${JSON.stringify(value, null, 2)}\n`),
  fc.string({ unit: 'binary' }),
);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((code) => ({ is: 'exit', code }) as const),
  fc.constantFrom(0, 1, 2).map((code) => ({ is: 'exit', code }) as const),
  fc.constantFrom<Outcome>(
    { is: 'signal', signal: 'SIGKILL' },
    { is: 'timeout', ms: 5 },
    { is: 'start', error: 'E' },
    { is: 'cut', stream: 'stderr' },
  ),
);
const event = fc.constantFrom(...EVENT_NAMES);
const hook = fc.record({
  outcome,
  stdout,
  stderr: fc.string({ unit: 'binary' }),
  failsClosed: fc.boolean(),
});
type Hook = typeof hook extends fc.Arbitrary<infer T> ? T : never;

const TOOL_INPUT = { command: 'x', timeout: 1 };

function asked(name: EventName, label: string, given: Hook): HookEffects {
  const signals = parse(
    { event: name, hook: label, failsClosed: given.failsClosed },
    { ...given, ms: 0 },
  );
  return { hook: label, phase: 'judge', effects: signals.flatMap((one) => interpret(name, one)) };
}

const verdict = (name: EventName, hooks: Hook[]) =>
  combine(
    name,
    TOOL_INPUT,
    hooks.map((given, at) => asked(name, `h${at}`, given)),
  );

describe('whatever hooks do', () => {
  test('nothing they print makes the stages throw, and no text is empty', () => {
    fc.assert(
      fc.property(event, fc.array(hook, { maxLength: 4 }), (name, hooks) => {
        const { toAgent, toUser, context } = verdict(name, hooks);
        for (const { text } of [...toAgent, ...toUser, ...context])
          expect(text.trim()).not.toBe('');
      }),
      { numRuns: 3000 },
    );
  });

  test('adding a hook never lowers the rank of a halt, a block or an ask', () => {
    fc.assert(
      fc.property(
        event,
        fc.array(hook, { maxLength: 3 }),
        hook,
        fc.nat(3),
        (name, hooks, more, at) => {
          const before = verdict(name, hooks).decision;
          const after = verdict(name, hooks.toSpliced(at, 0, more)).decision;
          if (RANK[before] >= RANK.ask) expect(RANK[after]).toBeGreaterThanOrEqual(RANK[before]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('a halt or a block carries no context and no rewrite, and a halt tells the agent nothing', () => {
    fc.assert(
      fc.property(event, fc.array(hook, { maxLength: 4 }), (name, hooks) => {
        const { decision, context, input, toAgent } = verdict(name, hooks);
        if (decision === 'halt' || decision === 'block')
          expect({ context, input }).toEqual({ context: [], input: undefined });
        if (decision === 'halt') expect(toAgent).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('what one hook does wrong changes nothing that another says', () => {
    fc.assert(
      fc.property(event, hook, hook, (name, good, other) => {
        const failing: Hook = {
          ...other,
          outcome: { is: 'signal', signal: 'SIGSEGV' },
          failsClosed: false,
        };
        const alone = verdict(name, [good]);
        const beside = verdict(name, [good, failing]);
        expect({ ...beside, toUser: beside.toUser.filter((told) => told.hook === 'h0') }).toEqual(
          alone,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('a failing guard that is to block never lets an event through that can be blocked', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('PreToolUse', 'UserPromptSubmit', 'Stop'),
        hook,
        (name, given) => {
          fc.pre(given.outcome.is !== 'exit' || ![0, 2].includes(given.outcome.code));
          const decided = verdict(name as EventName, [
            { ...given, stdout: 'x', failsClosed: true },
          ]).decision;
          expect(decided).toBe('block');
        },
      ),
    );
  });

  test('a rewrite never touches a prototype', () => {
    const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
    const text = fc.dictionary(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'a'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        text.map((value) => JSON.parse(JSON.stringify(value))),
        (fields) => {
          const { input } = mergeRewrites(TOOL_INPUT, [{ by: 0, hook: 'h', fields }]);
          expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
          expect(Object.hasOwn(input, '__proto__')).toBe(false);
        },
      ),
    );
    const raw = JSON.parse('{"__proto__":{"x":1},"b":2}');
    expect(
      Object.getPrototypeOf(mergeRewrites(raw, [{ by: 0, hook: 'h', fields: raw }]).input),
    ).toBe(Object.prototype);
    expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(before);
  });
});

describe('with real processes', () => {
  eachWay((start) => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const octal = (data: Uint8Array) =>
      [...data].map((b) => `\\0${b.toString(8).padStart(3, '0')}`).join('');

    test('no bytes on stdout or stderr and no exit make fire throw', async () => {
      await fc.assert(
        fc.asyncProperty(
          event,
          bytes,
          bytes,
          fc.integer({ min: 0, max: 255 }),
          async (name, out, err, exit) => {
            const command = `printf '%b' ${quote(octal(out))}; printf '%b' ${quote(octal(err))} >&2; exit ${exit}`;
            const { runs } = await fire(name, [command], { options: { start } });
            expect(runs[0]?.outcome).toEqual({ is: 'exit', code: exit });
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  test('the order of finishing changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ said: answer, delay: fc.constantFrom(0, 0.03, 0.06) }), {
          minLength: 2,
          maxLength: 4,
        }),
        async (hooks) => {
          const run = async (delays: boolean) => {
            const engine = await createEngine({
              hooks: {
                PreToolUse: [
                  {
                    hooks: hooks.map(({ said, delay }, at) => ({
                      type: 'function',
                      name: `h${at}`,
                      run: async () => {
                        if (delays)
                          await new Promise((resolve) => setTimeout(resolve, delay * 1000));
                        return said;
                      },
                    })),
                  },
                ],
              },
            });
            const { runs, ...rest } = await engine.fire(INPUTS.PreToolUse);
            return { ...rest, runs: runs.map(({ hook, outcome }) => ({ hook, outcome })) };
          };
          expect(await run(true)).toEqual(await run(false));
        },
      ),
      { numRuns: 40 },
    );
  });
});
