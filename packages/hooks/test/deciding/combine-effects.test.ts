import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combine, rewritesOf, rewrittenValue, strongestOf } from '../../src/deciding/combine.ts';
import type { HookEffects } from '../../src/deciding/hook-effects.ts';
import {
  type Decision,
  type Effect,
  type PermissionUpdate,
  RANK,
  rewriteSpec,
} from '../../src/vocabulary/effect.ts';
import { EVENT_NAMES, specOf } from '../../src/vocabulary/events.ts';

const DECISIONS = Object.keys(RANK) as Decision[];
const INPUT = { command: 'ls', timeout: 30 };

const judge = (hook: string, ...effects: Effect[]): HookEffects => ({
  hook,
  phase: 'judge',
  effects,
});
const transform = (hook: string, ...effects: Effect[]): HookEffects => ({
  hook,
  phase: 'transform',
  effects,
});
const decide = (decision: Decision): Effect => ({ do: 'decide', decision });
const rewrite = (fields: Record<string, unknown>): Effect => ({
  do: 'rewrite',
  target: 'input',
  fields,
});
const NOTHING = {
  event: 'PreToolUse',
  decision: 'none',
  decidedBy: [],
  rewrittenBy: [],
  toAgent: [],
  toUser: [],
  context: [],
  erasePrompt: false,
};
const combined = (...asked: HookEffects[]) => combine('PreToolUse', { tool_input: INPUT }, asked);

test('nothing asked is nothing done', () => {
  expect(combined()).toStrictEqual(NOTHING);
  expect(combined(judge('a'), transform('b'))).toStrictEqual(NOTHING);
});

test('a text for the user keeps its tone and its mark, whether or not it explains a decision', () => {
  const tell = (more: object): Effect => ({ do: 'tell-user', text: 't', tone: 'error', ...more });
  const told = { text: 't', hook: 'a', tone: 'error' };
  expect(combined(judge('a', tell({ named: true }))).toUser).toStrictEqual([
    { ...told, named: true },
  ]);
  expect(combined(judge('a', tell({ for: undefined }))).toUser).toStrictEqual([told]);
  expect(combined(judge('a', tell({ for: 'block' }))).toUser).toEqual([]);
});

test('only a halt that gave a reason is why the turn ended', () => {
  const halt = (stopReason: string): Effect => ({ do: 'decide', decision: 'halt', stopReason });
  const { stopReason } = combined(
    judge('a', decide('halt')),
    judge('b', halt('')),
    judge('c', halt('why'), rewrite({})),
  );
  expect(stopReason).toBe('why');
});

test('decisions rank from none to halt', () => {
  expect(DECISIONS.toSorted((a, b) => RANK[a] - RANK[b])).toEqual([
    'none',
    'allow',
    'ask',
    'block',
    'halt',
  ]);
});

test('the strongest decision wins, and all who gave it are named in their order', () => {
  const decisions = fc.array(fc.constantFrom(...DECISIONS), { maxLength: 6 });
  fc.assert(
    fc.property(decisions, (given) => {
      const strongest = given.reduce((a, b) => (RANK[b] > RANK[a] ? b : a), 'none');
      const { decision, decidedBy } = combined(
        ...given.map((one, at) => judge(`hook-${at}`, decide('none'), decide(one))),
      );
      const deciders = given.flatMap((one, at) => (one === strongest ? [`hook-${at}`] : []));
      expect(decision).toBe(strongest);
      expect(decidedBy).toEqual(strongest === 'none' ? [] : deciders);
    }),
  );
});

test('a hook counts with its own strongest decision', () => {
  expect(strongestOf([decide('ask'), decide('block'), decide('allow')])).toBe('block');
  const verdict = combined(judge('a', decide('allow'), decide('ask')), judge('b', decide('allow')));
  expect(verdict).toMatchObject({ decision: 'ask', decidedBy: ['a'] });
});

describe('texts', () => {
  const explained = (decision: Decision): Effect[] => [
    decide(decision),
    { do: 'tell-agent', text: `agent: ${decision}`, for: decision },
    { do: 'tell-user', text: `user: ${decision}`, tone: 'error', for: decision },
  ];
  const free: Effect[] = [
    { do: 'tell-agent', text: 'agent: free' },
    { do: 'tell-user', text: 'user: free', tone: 'info' },
    { do: 'add-context', text: 'context' },
  ];

  test('those of the decision that won are kept with their hook, and those of no decision', () => {
    expect(
      combined(
        judge('a', ...explained('allow')),
        judge('b', ...explained('ask'), ...free),
        judge('c', ...explained('ask')),
      ),
    ).toStrictEqual({
      ...NOTHING,
      decision: 'ask',
      decidedBy: ['b', 'c'],
      toAgent: [
        { text: 'agent: ask', hook: 'b' },
        { text: 'agent: free', hook: 'b' },
        { text: 'agent: ask', hook: 'c' },
      ],
      toUser: [
        { text: 'user: ask', hook: 'b', tone: 'error' },
        { text: 'user: free', hook: 'b', tone: 'info' },
        { text: 'user: ask', hook: 'c', tone: 'error' },
      ],
      context: [{ text: 'context', hook: 'b' }],
    });
  });

  test.each<readonly [Decision, boolean, boolean]>([
    ['none', true, true],
    ['allow', true, true],
    ['ask', true, true],
    ['block', true, false],
    ['halt', false, false],
  ])('with %s the agent hears texts: %s, context: %s', (decision, hears, reads) => {
    const { toAgent, toUser, context } = combined(judge('a', decide(decision), ...free));
    expect(toAgent).toEqual(hears ? [{ text: 'agent: free', hook: 'a' }] : []);
    expect(context).toEqual(reads ? [{ text: 'context', hook: 'a' }] : []);
    expect(toUser).toEqual([{ text: 'user: free', hook: 'a', tone: 'info' }]);
  });
});

describe('halt', () => {
  const halt = (stopReason: string): Effect => ({ do: 'decide', decision: 'halt', stopReason });

  test('gives the reasons of all halts, a line each, without the empty ones', () => {
    const verdict = combined(
      judge('a', halt('first')),
      judge('b', halt('')),
      judge('c', halt('second')),
    );
    expect(verdict).toStrictEqual({
      ...NOTHING,
      decision: 'halt',
      decidedBy: ['a', 'b', 'c'],
      stopReason: 'first\nsecond',
    });
  });

  test('has a reason only of a halt', () => {
    const noise: Effect = { do: 'tell-user', text: 'noise', tone: 'info' };
    expect(combined(judge('a', decide('halt'), noise))).toHaveProperty('stopReason', '');
    expect(combined(judge('a', decide('block')))).not.toHaveProperty('stopReason');
  });
});

test('one hook is enough to erase the prompt', () => {
  const erase: Effect = { do: 'erase-prompt' };
  const { erasePrompt } = combine('UserPromptSubmit', { prompt: 'p' }, [
    judge('a'),
    judge('b', erase),
  ]);
  expect(erasePrompt).toBe(true);
  expect(combined(judge('a', decide('block'))).erasePrompt).toBe(false);
});

describe('rewrites', () => {
  test('are taken from an effect with the place of their hook', () => {
    const effects = [decide('allow'), rewrite({ a: 1 }), rewrite({ b: 2 })];
    expect(rewritesOf({ hook: 'h', effects }, 3)).toEqual([
      { by: 3, hook: 'h', fields: { a: 1 } },
      { by: 3, hook: 'h', fields: { b: 2 } },
    ]);
    expect(rewritesOf({ hook: 'h', effects: [rewrite({})] })).toMatchObject([{ by: 0 }]);
  });

  test('are merged over the input; those whose value counts are named', () => {
    const asked = [judge('a', rewrite({ command: 'a', cwd: '/' })), judge('b', rewrite({ x: 1 }))];
    expect(combined(...asked)).toStrictEqual({
      ...NOTHING,
      input: { command: 'a', timeout: 30, cwd: '/', x: 1 },
      rewrittenBy: ['a', 'b'],
    });
    expect(INPUT).toEqual({ command: 'ls', timeout: 30 });
  });

  test('are named in configuration order, whatever field each of them owns', () => {
    const asked = [
      judge('a', rewrite({ x: 1, y: 1 })),
      judge('b', rewrite({ x: 2 })),
      judge('c', rewrite({ z: 3, y: 1 })),
    ];
    expect(combined(...asked).rewrittenBy).toEqual(['a', 'b', 'c']);
  });

  test('more than ten keep their order, too', () => {
    const asked = Array.from({ length: 12 }, (_, at) =>
      judge(`hook-${at}`, rewrite({ [`f${at % 2 ? at : 12 - at}`]: at })),
    );
    expect(combined(...asked).rewrittenBy).toEqual(asked.map(({ hook }) => hook));
  });

  test.each(['block', 'halt'] as const)('do not count after a %s', (decision) => {
    const verdict = combined(judge('a', rewrite({ x: 1 })), judge('b', decide(decision)));
    expect(verdict).not.toHaveProperty('input');
    expect(verdict.rewrittenBy).toEqual([]);
  });

  test('do not count where the event lets hooks rewrite nothing', () => {
    expect(combine('Stop', {}, [judge('a', rewrite({ x: 1 }))])).toStrictEqual({
      ...NOTHING,
      event: 'Stop',
    });
  });

  test('of transforms come first and do not conflict; of judges they do, and it is said there', () => {
    const verdict = combined(
      judge('j1', rewrite({ x: 'j1' }), { do: 'tell-user', text: 'own', tone: 'info' }),
      transform('t1', rewrite({ x: 't1' })),
      transform('t2', rewrite({ x: 't2', y: 't2' })),
      judge('j2', rewrite({ x: 'j2' }), { do: 'tell-user', text: 'own', tone: 'info' }),
    );
    expect(verdict).toMatchObject({
      input: { ...INPUT, x: 'j2', y: 't2' },
      rewrittenBy: ['t2', 'j2'],
    });
    expect(verdict.toUser).toEqual([
      { text: 'own', hook: 'j1', tone: 'info' },
      { text: 'own', hook: 'j2', tone: 'info' },
      {
        text: expect.stringMatching(/"j1" and "j2".*"x"/),
        hook: 'j2',
        tone: 'warning',
        named: true,
      },
    ]);
  });
});

describe('an allow covers only what its hook saw', () => {
  const note = (hook: string) => ({
    hook,
    tone: 'info',
    named: true,
    text: `hook "${hook}" rewrote the input without allowing it, so another hook's allow does not count`,
  });
  const allow = decide('allow');
  const write = rewrite({ command: 'rm' });

  test.each<readonly [string, HookEffects[], 'allow' | 'none', string[]]>([
    ['its own rewrite', [judge('a', allow, write)], 'allow', []],
    ['nothing rewritten', [judge('a', allow), judge('b')], 'allow', []],
    ['what another judge rewrote', [judge('a', allow), judge('b', write)], 'none', ['b']],
    ['the same, the other way round', [judge('a', write), judge('b', allow)], 'none', ['a']],
    [
      'what a judge rewrote and allowed',
      [judge('a', allow), judge('b', allow, write)],
      'allow',
      [],
    ],
    ['what a transform rewrote', [judge('a', allow), transform('b', write)], 'allow', []],
    ['a transform before it', [transform('a', write), transform('b', allow)], 'allow', []],
    ['a transform after it', [transform('a', allow), transform('b', write)], 'none', ['b']],
    ['a judge, for a transform', [transform('a', allow), judge('b', write)], 'none', ['b']],
    [
      'two writers: both are named',
      [judge('a', write), judge('b', allow), judge('c', rewrite({ x: 1 }))],
      'none',
      ['a', 'c'],
    ],
    [
      'the one that saw most says who is missing',
      [
        transform('a', allow),
        transform('b', write),
        transform('c', allow),
        judge('d', rewrite({ x: 1 })),
      ],
      'none',
      ['d'],
    ],
    [
      'the same, when the one that saw least comes last',
      [
        transform('b', write),
        judge('c', allow),
        judge('d', rewrite({ x: 1 })),
        transform('z', rewrite({ y: 1 }), allow),
      ],
      'none',
      ['d'],
    ],
    [
      'one that saw it all is enough',
      [transform('a', allow), transform('b', write), judge('c', allow)],
      'allow',
      [],
    ],
  ])('%s', (_, asked, decision, uncovered) => {
    const verdict = combined(...asked);
    expect(verdict.decision).toBe(decision);
    expect(verdict.toUser).toEqual(uncovered.map(note));
    expect(verdict.decidedBy.length > 0).toBe(decision === 'allow');
  });

  test('an ask needs no cover: the user sees the whole', () => {
    const verdict = combined(judge('a', decide('ask')), judge('b', write));
    expect(verdict).toMatchObject({ decision: 'ask', decidedBy: ['a'], toUser: [] });
  });
});

const WHOLE = EVENT_NAMES.flatMap((event) => {
  const { rewrites } = specOf(event);
  return rewrites === undefined || rewrites === 'input' ? [] : [[event, rewrites] as const];
});

describe.each(WHOLE)('on %s the %s is rewritten as a whole', (event, target) => {
  const { field, ...spec } = rewriteSpec(target);
  const input = { [field]: 'old', other: 1 };
  const write = (value: unknown): Effect => ({ do: 'rewrite', target, value });
  const nothing = { ...NOTHING, event };

  test('by the last one, and those who differ are told apart', () => {
    const verdict = combine(event, input, [judge('a', write('x')), judge('b', write('y'))]);
    expect(verdict).toStrictEqual({
      ...nothing,
      [target]: 'y',
      rewrittenBy: ['b'],
      toUser: [
        { text: expect.stringContaining('differently'), hook: 'b', tone: 'warning', named: true },
      ],
    });
  });

  test.each(['block', 'halt'] as const)('and a %s undoes it unless it has happened', (decision) => {
    const verdict = combine(event, input, [judge('a', write('x'), decide(decision))]);
    expect(Object.hasOwn(verdict, target)).toBe(spec.happened === true);
  });

  test('a chain of transforms makes a value of it', () => {
    const chain = [transform('a', write('x')), transform('b', write('y'))];
    expect(rewrittenValue(target, input, [])).toBe('old');
    expect(rewrittenValue(target, input, chain)).toBe('y');
  });
});

test('the value of a tool input is the whole of it, also where there was none', () => {
  const chain = [transform('a', rewrite({ x: 1 }))];
  expect(rewrittenValue('input', { tool_input: INPUT }, chain)).toEqual({ ...INPUT, x: 1 });
  expect(rewrittenValue('input', {}, chain)).toEqual({ x: 1 });
});

describe('what is granted', () => {
  const update = (path: string): PermissionUpdate => ({
    type: 'addDirectories',
    directories: [path],
    destination: 'session',
  });
  const grant = (path: string): Effect => ({ do: 'grant', permissions: [update(path)] });

  test('stands beside an allow that counts, in the order of the hooks', () => {
    const verdict = combined(
      judge('a', decide('allow'), grant('/a')),
      judge('b', grant('/b')),
      judge('c', decide('allow'), grant('/c')),
    );
    expect(verdict.permissions).toEqual([update('/a'), update('/c')]);
  });

  test.each(['none', 'ask', 'block', 'halt'] as const)('is nothing beside %s', (decision) => {
    const verdict = combined(judge('a', decide('allow'), decide(decision), grant('/a')));
    expect(Object.hasOwn(verdict, 'permissions')).toBe(decision === 'none');
  });

  test('is not there where nobody grants', () => {
    expect(combined(judge('a', decide('allow')))).not.toHaveProperty('permissions');
  });
});

test('a whole rewrite takes out what it does not name, and a later rewrite is told where it differs', () => {
  const whole = (fields: Record<string, unknown>): Effect => ({
    ...{ do: 'rewrite', target: 'input', fields },
    whole: true,
  });
  expect(combined(judge('a', whole({ command: 'pwd' }))).input).toStrictEqual({ command: 'pwd' });
  const both = combined(judge('a', rewrite({ timeout: 5 })), judge('b', whole({ command: 'ls' })));
  expect(both.input).toStrictEqual({ command: 'ls' });
  expect(both.toUser.map(({ text }) => text)).toEqual([
    'hooks "a" and "b" rewrote "timeout" differently; "b" comes later, so its value counts',
  ]);
  const chain = combined(transform('a', whole({})), transform('b', rewrite({ cwd: '/' })));
  expect([chain.input, chain.rewrittenBy, chain.toUser]).toEqual([{ cwd: '/' }, ['a', 'b'], []]);
});

describe('an answer in the place of a tool', () => {
  const respond = (value: unknown): Effect => ({ do: 'respond', value });

  test.each([null, false, 0, '', [1], { cached: true }])('is kept as it is: %j', (value) => {
    expect(combined(judge('a', respond(value)))).toStrictEqual({
      ...NOTHING,
      response: value,
      respondedBy: 'a',
    });
  });

  test('of two the later counts, and the user hears of it where they differ', () => {
    const { response, toUser } = combined(judge('a', respond(1)), judge('b', respond(2)));
    expect([response, toUser.map(({ text }) => text)]).toEqual([
      2,
      ['hooks "a" and "b" answered differently; "b" comes later, so its answer counts'],
    ]);
    expect(combined(judge('a', respond(1)), judge('b', respond(1))).toUser).toEqual([]);
  });

  test.each<Decision>(['block', 'halt'])('does not count beside a %s', (decision) => {
    expect(combined(judge('a', respond(1)), judge('b', decide(decision)))).not.toHaveProperty(
      'response',
    );
  });

  test('is bound to the input that its hook saw', () => {
    const [write, answer] = [rewrite({ command: 'pwd' }), respond(1)];
    expect(combined(transform('a', write), judge('b', answer)).response).toBe(1);
    expect(combined(judge('a', write, answer)).response).toBe(1);
    for (const asked of [
      [judge('a', write), judge('b', answer)],
      [transform('b', answer), transform('a', write)],
    ]) {
      const { response, toUser } = combined(...asked);
      expect(response).toBeUndefined();
      expect(toUser.map(({ text }) => text)).toEqual([
        'the answer of hook "b" does not count: hook "a" changed the input that it answers',
      ]);
    }
  });
});

test('context for the next turn is kept apart from that for this one', () => {
  const given = combined(
    judge(
      'a',
      { do: 'add-context', text: 'now' },
      { do: 'add-context', text: 'later', next: true },
    ),
  );
  expect([given.context, given.nextContext]).toEqual([
    [{ text: 'now', hook: 'a' }],
    [{ text: 'later', hook: 'a' }],
  ]);
});
