import { expect, test } from 'vitest';
import { lastDays } from '../../src/stats/period.ts';
import { statsOf } from '../../src/stats/tally.ts';
import { at, decision, request, run } from './records.ts';

const NOW = new Date(2026, 0, 31, 15).getTime();
const ON = (day: number, hour = 12) => new Date(2026, 0, day, hour).toISOString();
const WEEK = lastDays(7, NOW);
const PERSON = { is: 'person' } as const;

test('questions by how they were answered, and who decided without one', () => {
  const { questions, unasked, sessions, turns, calls } = statsOf(
    [
      { is: 'turn', ...at(ON(30)), session: 's1', ms: 1, ended: 'done' },
      { is: 'call', ...at(ON(30)), session: 's2', call: 'c', tool: 'Bash', ms: 1, success: true },
      decision(ON(30), PERSON, { waited: 1_000 }),
      decision(ON(30), PERSON, { waited: 500 }),
      decision(ON(30), { ...PERSON, lasting: 'Bash(npm test)' }),
      decision(ON(30), { ...PERSON, mode: 'acceptEdits' }),
      decision(ON(30), PERSON, { answer: 'no' }),
      decision(ON(30), { is: 'hook', hook: 'judge' }),
      decision(ON(30), { is: 'hook', hook: 'judge' }, { answer: 'no' }),
      decision(ON(30), { is: 'table' }, { answer: 'no', unanswered: true }),
      decision(ON(30), { is: 'hook', hook: 'guard' }, { answer: 'no', row: 7, unanswered: true }),
      decision(ON(30), { is: 'hook', hook: 'guard' }, { answer: 'no', row: 2 }),
      decision(ON(30), { is: 'rule', rule: 'Bash', list: 'allow' }, { row: 14 }),
      decision(ON(30), { is: 'rule', rule: 'Bash', list: 'deny' }, { answer: 'no', row: 3 }),
      decision(ON(30), { is: 'rule', rule: 'Bash', list: 'allow' }, { row: 14 }),
      // It would have failed, so nobody was asked.
      decision(ON(30), { is: 'table' }, { answer: 'no' }),
    ],
    WEEK,
  );
  expect({ questions, unasked, sessions, turns, calls }).toEqual({
    questions: {
      ...{ asked: 5, waited: 1_500, once: 2, always: 2, refused: 1 },
      ...{ allowedByHook: 1, refusedByHook: 1, unanswered: 2 },
    },
    unasked: [
      { by: 'rule', allowed: 2, refused: 1 },
      { by: 'hook', allowed: 0, refused: 1 },
      { by: 'table', allowed: 0, refused: 1 },
    ],
    ...{ sessions: 2, turns: 1, calls: 1 },
  });
});

test('hooks by the time that was lost to them; nobody waited for late ones', () => {
  const { hooks, days } = statsOf(
    [
      run(ON(29), 'quick', { ms: 1, decision: 'block', outcome: { is: 'exit', code: 2 } }),
      run(ON(29), 'quick', { ms: 3, decision: 'halt' }),
      run(ON(29), 'slow', { ms: 500, outcome: { is: 'timeout', ms: 500 } as never }),
      run(ON(29), 'slow', { ms: 0, outcome: { is: 'start', error: 'no' } }),
      run(ON(29), 'late', { ms: 9_000, late: true }),
    ],
    WEEK,
  );
  expect(hooks).toEqual([
    { hook: 'slow', runs: 2, failures: 2, blocks: 0, lost: 500, p50: 500, p95: 500 },
    { hook: 'quick', runs: 2, failures: 0, blocks: 2, lost: 4, p50: 1, p95: 3 },
    { hook: 'late', runs: 1, failures: 0, blocks: 0, lost: 0, p50: 9_000, p95: 9_000 },
  ]);
  expect(days.find(({ day }) => day === '2026-01-29')).toEqual({
    ...{ day: '2026-01-29', questions: 0, blocks: 2, lost: 504, tokens: 0, cost: 0 },
  });
});

test('cost and tokens by model; what has no price is said, not guessed', () => {
  const { models, cost } = statsOf(
    [
      request(ON(30), { cost: 0.5 }),
      request(ON(30), { cost: 0.25 }),
      request(ON(30)),
      request(ON(30), { model: 'free' }),
    ],
    WEEK,
  );
  const used = { input: 300, cached: 150, output: 30 };
  expect({ models, cost }).toEqual({
    models: [
      { model: 'm', requests: 3, ...used, cost: 0.75, unpriced: 1 },
      {
        ...{ model: 'free', requests: 1, input: 100, cached: 50, output: 10 },
        ...{ cost: 0, unpriced: 1 },
      },
    ],
    cost: 0.75,
  });
});

test('only the days asked for count, to the millisecond', () => {
  const first = new Date(2026, 0, 25).getTime();
  const stats = statsOf(
    [first - 1, first, NOW, NOW + 1].map((time) => decision(new Date(time).toISOString(), PERSON)),
    WEEK,
  );
  expect(stats.questions.asked).toBe(2);
  expect(stats.days.map(({ day, questions }) => [day, questions])).toEqual([
    ['2026-01-25', 1],
    ...['26', '27', '28', '29', '30'].map((day) => [`2026-01-${day}`, 0]),
    ['2026-01-31', 1],
  ]);
});

test('a file can hold anything: numbers that are none, endless names', () => {
  const hostile = [
    run(ON(30), 'x'.repeat(10_000), { ms: -5 }),
    run('no time', 'never'),
    request(ON(30), { model: '__proto__', input: -1, cost: Number.POSITIVE_INFINITY }),
    decision(ON(30), { is: 'toString' } as never),
    ...Array.from({ length: 2_000 }, (_, n) => run(ON(30), `hook-${n}`)),
  ];
  const { hooks, models, unasked } = statsOf(hostile, WEEK);
  expect(hooks.length).toBe(501);
  expect(hooks[0]).toMatchObject({ hook: '(others)', runs: 1_501 });
  expect(Math.max(...hooks.map(({ hook }) => hook.length))).toBe(200);
  expect(models).toMatchObject([{ model: '__proto__', input: 0, cost: 0 }]);
  expect(unasked).toEqual([{ by: 'toString', allowed: 1, refused: 0 }]);
});

test('a million records in a bounded space', () => {
  function* many() {
    for (let n = 0; n < 1_000_000; n++) yield run(TIME, NAMES[n % 50] ?? '', { ms: n % 100 });
  }
  const TIME = ON(30);
  const NAMES = Array.from({ length: 50 }, (_, n) => `hook-${n}`);
  const before = process.memoryUsage().heapUsed;
  const { hooks } = statsOf(many(), WEEK);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 * 1024 * 1024);
  expect(hooks.reduce((sum, { runs }) => sum + runs, 0)).toBe(1_000_000);
});
