import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { Decision } from '../../src/vocabulary/effect.ts';
import { answers, fire, INPUTS, says, texts } from '../helpers.ts';

const decide = (decision: Exclude<Decision, 'none'>, reason: string): string =>
  ({
    allow: answers({ decision: 'allow', reason }),
    ask: answers({ decision: 'ask', reason }),
    block: answers({ decision: 'deny', reason }),
    halt: answers({ continue: false, stopReason: reason }),
  })[decision];

const rewrite = (fields: object, decision?: string) =>
  answers({ updated_input: fields, ...(decision ? { decision } : {}) });

const RANKED = ['allow', 'ask', 'block', 'halt'] as const;
const pairs = RANKED.flatMap((weak, at) =>
  RANKED.slice(at + 1).flatMap((strong) => [
    { first: weak, second: strong, strong },
    { first: strong, second: weak, strong },
  ]),
);

describe('the strongest decision wins', () => {
  test.each(pairs)('$first and $second: $strong', async ({ first, second, strong }) => {
    const verdict = await fire('PreToolUse', [decide(first, first), decide(second, second)]);
    expect(verdict.decision).toBe(strong);
    const said = [...texts(verdict.toAgent), ...texts(verdict.toUser)];
    expect(said).toEqual([strong]);
  });

  test('all reasons of the winner are kept, in configuration order', async () => {
    const verdict = await fire('PreToolUse', [
      says({ exit: 2, stderr: 'one', delay: 0.3 }),
      answers({ decision: 'allow', reason: 'unheard' }),
      answers({ decision: 'deny', reason: 'two' }),
    ]);
    expect(verdict.toAgent).toEqual([
      { text: 'one', hook: says({ exit: 2, stderr: 'one', delay: 0.3 }).slice(0, 80) },
      { text: 'two', hook: answers({ decision: 'deny', reason: 'two' }) },
    ]);
    expect(verdict.toUser).toEqual([]);
  });

  test('failures and warnings of losers are kept', async () => {
    const verdict = await fire('PreToolUse', [
      says({ exit: 1, stderr: 'oops' }),
      answers({ decision: 'allow', reason: 'unheard', systemMessage: 'careful' }),
      says({ exit: 2, stderr: 'no' }),
    ]);
    expect(verdict.decision).toBe('block');
    expect(texts(verdict.toUser)).toEqual([expect.stringContaining('oops'), 'careful']);
  });

  test('a halt sends nothing to the agent, whatever others say', async () => {
    const verdict = await fire('PostToolUse', [
      says({ exit: 2, stderr: 'feedback' }),
      answers({ hookSpecificOutput: { additionalContext: 'c' } }),
      answers({ continue: false, stopReason: 'a' }),
      answers({ continue: false, stopReason: 'b' }),
      answers({ continue: false }),
    ]);
    expect(verdict).toMatchObject({
      decision: 'halt',
      toAgent: [],
      context: [],
      stopReason: 'a\nb',
    });
    expect(verdict.toUser.map(({ tone }) => tone)).toEqual(['warning', 'warning', 'warning']);
  });

  test('a blocked event takes no context and no rewrite', async () => {
    const verdict = await fire('PreToolUse', [
      answers({ system_prompt: 'c', updated_input: { command: 'x' }, decision: 'allow' }),
      says({ exit: 2, stderr: 'no' }),
    ]);
    expect(verdict).toMatchObject({ decision: 'block', context: [] });
    expect(verdict.input).toBeUndefined();
  });

  test('feedback after a tool keeps its context and decides nothing', async () => {
    const verdict = await fire('PostToolUse', [
      says({ exit: 2, stderr: 'lint', stdout: '{"hookSpecificOutput":{"additionalContext":"c"}}' }),
      { command: says({ exit: 9 }), onError: 'block', name: 'fragile' },
      answers({ blocked: true, message: 'flat' }),
    ]);
    expect(verdict.decision).toBe('none');
    expect(texts(verdict.toAgent)).toEqual(['lint', expect.stringContaining('"fragile"'), 'flat']);
    expect(texts(verdict.context)).toEqual(['c']);
  });
});

describe('rewrites', () => {
  test('merge over the original in configuration order; a conflict is told', async () => {
    const verdict = await fire('PreToolUse', [
      { command: `sleep 0.3; ${rewrite({ command: 'one', a: 1 }, 'allow')}`, name: 'A' },
      { command: rewrite({ command: 'two', b: 2 }, 'allow'), name: 'B' },
    ]);
    expect(verdict.input).toEqual({ command: 'two', timeout: 30, a: 1, b: 2 });
    expect(verdict.decision).toBe('allow');
    expect(texts(verdict.toUser)).toEqual([
      'hooks "A" and "B" rewrote "command" differently; "B" comes later, so its value counts',
    ]);
  });

  test('the same value twice is no conflict, whatever the order of its keys', async () => {
    const verdict = await fire('PreToolUse', [
      rewrite({ o: { a: 1, b: 2 } }),
      rewrite({ o: { b: 2, a: 1 } }),
    ]);
    expect(verdict.toUser).toEqual([]);
  });

  test('an allow counts for a rewritten input only if every writer allowed it', async () => {
    const one = await fire('PreToolUse', [
      { command: rewrite({ command: 'x' }), name: 'writer' },
      answers({ decision: 'allow', reason: 'fine' }),
    ]);
    expect(one).toMatchObject({ decision: 'none', input: { command: 'x', timeout: 30 } });
    expect(one.toUser).toMatchObject([{ tone: 'info', hook: 'writer' }]);
    const both = await fire('PreToolUse', [
      rewrite({ command: 'x' }, 'allow'),
      answers({ decision: 'allow', reason: 'fine' }),
    ]);
    expect(both).toMatchObject({ decision: 'allow', input: { command: 'x', timeout: 30 } });
  });

  test('a writer that another one overwrote must have allowed it too, whatever hooks are called', async () => {
    const overwritten = await fire('PreToolUse', [
      { command: rewrite({ command: 'A' }), name: 'x' },
      { command: rewrite({ command: 'B' }, 'allow'), name: 'x' },
    ]);
    expect(overwritten.decision).toBe('none');
    const harmless = await fire('PreToolUse', [
      { command: says({ stdout: '{"updated_input":{"__proto__":1}}' }), name: 'x' },
      { command: rewrite({ command: 'B' }, 'allow'), name: 'x' },
    ]);
    expect(harmless.decision).toBe('allow');
  });

  test('what is told of rewrites stands in configuration order', async () => {
    const verdict = await fire('PreToolUse', [
      { command: rewrite({ a: 1 }, 'ask'), name: 'h0' },
      { command: answers({ updated_input: { a: 2 }, systemMessage: 'm1' }), name: 'h1' },
      { command: answers({ systemMessage: 'm2' }), name: 'h2' },
    ]);
    expect(texts(verdict.toUser)).toEqual(['m1', expect.stringContaining('differently'), 'm2']);
  });

  test('a name that reaches a prototype is dropped and told', async () => {
    const verdict = await fire('PreToolUse', [
      {
        command: says({ stdout: '{"updated_input":{"__proto__":{"polluted":1},"a":1}}' }),
        name: 'P',
      },
    ]);
    expect(verdict.input).toEqual({ command: 'rm -rf /', timeout: 30, a: 1 });
    expect(Object.getPrototypeOf(verdict.input)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(texts(verdict.toUser)).toEqual([expect.stringContaining('"__proto__"')]);
  });

  test('a rewrite of nothing is none', async () => {
    const verdict = await fire('PreToolUse', [rewrite({}), answers({ decision: 'allow' })]);
    expect(verdict.decision).toBe('allow');
    expect(verdict.input).toBeUndefined();
  });
});

describe('phases', () => {
  const append = (word: string) =>
    `node -e 'const i=JSON.parse(require("fs").readFileSync(0));console.log(JSON.stringify({decision:"allow",updated_input:{command:i.tool_input.command+"${word}"}}))'`;

  test('transforms run in order, each on the last result, and judges see the final input', async () => {
    const verdict = await fire('PreToolUse', [
      { command: `grep -o '"command":"[^"]*"' >&2; exit 2`, name: 'judge' },
      { command: append('-a'), phase: 'transform' },
      { command: append('-b'), phase: 'transform' },
    ]);
    expect(texts(verdict.toAgent)).toEqual(['"command":"rm -rf /-a-b"']);
    expect(verdict.runs.map(({ hook }) => hook)[0]).toBe('judge');
  });

  test('what comes out is the last result, and a chain is no conflict', async () => {
    const verdict = await fire('PreToolUse', [
      { command: append('-a'), phase: 'transform' },
      { command: append('-b'), phase: 'transform' },
    ]);
    expect(verdict).toMatchObject({
      decision: 'allow',
      input: { command: 'rm -rf /-a-b', timeout: 30 },
      toUser: [],
    });
  });
});

describe('an allow and what transforms wrote', () => {
  const silent = { command: rewrite({ command: 'ls' }), phase: 'transform', name: 'silent' };
  const allowing = { ...silent, command: rewrite({ timeout: 1 }, 'allow'), name: 'allowing' };
  const judge = { command: answers({ decision: 'allow' }), name: 'judge' };

  test.each<[string, object[], string, string[]]>([
    ['a judge saw it', [silent, judge], 'allow', ['judge']],
    ['wherever the judge stands', [judge, silent], 'allow', ['judge']],
    ['nobody saw what it wrote itself', [silent], 'none', []],
    ['a later transform saw it', [silent, allowing], 'allow', ['allowing']],
    ['an earlier one did not', [allowing, silent], 'none', []],
    [
      'another judge that rewrote it did not allow it',
      [silent, judge, { command: rewrite({ command: 'x' }), name: 'writer' }],
      'none',
      [],
    ],
  ])('%s', async (_name, hooks, decision, decidedBy) => {
    const verdict = await fire('PreToolUse', hooks as Record<string, unknown>[]);
    expect(verdict).toMatchObject({ decision, decidedBy });
  });
});

describe('who it was', () => {
  const named = (name: string, command: string) => ({ name, command });

  test('all whose decision won are named, in configuration order', async () => {
    const verdict = await fire('PreToolUse', [
      named('slow', says({ exit: 2, stderr: 'one', delay: 0.2 })),
      named('loser', answers({ decision: 'ask' })),
      named('quick', answers({ decision: 'deny', reason: 'two' })),
    ]);
    expect(verdict.decidedBy).toEqual(['slow', 'quick']);
    expect(verdict.rewrittenBy).toEqual([]);
  });

  test('who only mentions a word did not rewrite; who was overwritten did not either', async () => {
    const verdict = await fire('PreToolUse', [
      named('talker', says({ stdout: 'I never use updatedInput' })),
      named('overwritten', rewrite({ command: 'a' })),
      named('last', rewrite({ command: 'b' })),
      named('other', rewrite({ timeout: 1 })),
      named('same', answers({ hookSpecificOutput: { updatedInput: { timeout: 1 } } })),
    ]);
    expect(verdict.rewrittenBy).toEqual(['last', 'other', 'same']);
    expect(verdict.decidedBy).toEqual([]);
  });

  test('a failure that blocks is a decision of its hook', async () => {
    const verdict = await fire('Stop', [{ name: 'gate', command: 'exit 1', onFailure: 'block' }]);
    expect(verdict).toMatchObject({ decision: 'block', decidedBy: ['gate'] });
  });
});

test('an object without a known field is told once a session for each hook', async () => {
  const engine = await createEngine({
    hooks: {
      PreToolUse: [
        {
          hooks: ['a', 'b'].map((name) => ({
            type: 'command',
            name,
            command: `echo '{"x":1}' # ${name}`,
          })),
        },
      ],
    },
    launcher: false,
  });
  const told = async (session_id: string) =>
    (await engine.fire({ ...INPUTS.PreToolUse, session_id })).toUser.map(({ hook }) => hook);
  expect([await told('one'), await told('one'), await told('two')]).toEqual([
    ['a', 'b'],
    [],
    ['a', 'b'],
  ]);
});

describe('identical hooks', () => {
  test('run once, with the strictest onError and the longest time of the twins', async () => {
    const command = 'echo x >> ran; sleep 1.2; exit 3';
    const verdict = await fire('PreToolUse', [
      { command, timeout: 1, name: 'first' },
      { command, timeout: 30, onError: 'block' },
    ]);
    expect(verdict.runs).toHaveLength(1);
    expect(verdict.runs[0]).toMatchObject({ hook: 'first', outcome: { is: 'exit', code: 3 } });
    expect(verdict.decision).toBe('block');
  });

  test('another env makes another hook, and one that is off is nobody’s twin', async () => {
    const command = 'printf %s "$X"';
    const verdict = await fire('UserPromptSubmit', [
      { command, env: { X: '1' } },
      { command, env: { X: '2' } },
      { command, env: { X: '1' }, enabled: false, onError: 'block' },
    ]);
    expect(texts(verdict.context)).toEqual(['1', '2']);
  });
});

describe('onError on Stop', () => {
  test('holds the turn once, then only tells', async () => {
    const hooks = [{ command: 'exit 5', onError: 'block' }];
    expect(await fire('Stop', hooks)).toMatchObject({ decision: 'block' });
    const again = await fire('Stop', hooks, { input: { stop_hook_active: true } });
    expect(again.decision).toBe('none');
    expect(again.toUser).toMatchObject([{ tone: 'error' }]);
  });
});
