import { describe, expect, test } from 'vitest';
import { parse } from '../../src/reading/parse.ts';
import { readAnswer } from '../../src/reading/read-answer.ts';
import type { Teller } from '../../src/reading/teller.ts';
import { counts, hasPlace, SPELLINGS, type Spelling } from '../../src/vocabulary/answer.ts';
import { rewriteSpec } from '../../src/vocabulary/effect.ts';
import { EVENT_NAMES, type EventName, specOf, takes } from '../../src/vocabulary/events.ts';

interface Ended extends Partial<Teller> {
  event: EventName;
  exit?: number;
  answer?: object;
  stderr?: string;
}

const signals = ({ exit = 0, answer, stderr = '', ...teller }: Ended) =>
  parse(
    { hook: 'guard', failsClosed: false, ...teller },
    {
      outcome: { is: 'exit', code: exit },
      stdout: answer ? JSON.stringify(answer) : '',
      stderr,
      ms: 1,
    },
  );

const section = (fields: object) => ({ hookSpecificOutput: fields });
const CLEAN = { remarks: [], lostDecision: false };

describe.each(EVENT_NAMES.filter((event) => !takes(event, 'block')))(
  '%s blocks nothing',
  (event) => {
    const failure = (text: string) => [{ is: 'failure', text, named: true }];

    test('so exit 2 is a failure, with what was on stderr', () => {
      const told = `hook "guard" exited 2, but ${event} cannot be blocked`;
      expect(signals({ event, exit: 2 })).toStrictEqual(failure(told));
      expect(signals({ event, exit: 2, stderr: 'why\n' })).toStrictEqual(failure(`${told}: why`));
    });

    test('and a guard that fails is a failure and no more', () => {
      const failed = signals({ event, exit: 3, failsClosed: true, transforms: true });
      expect(failed).toStrictEqual(failure('hook "guard" exited 3'));
    });
  },
);

test.each(EVENT_NAMES.filter((event) => takes(event, 'block')))(
  'on %s, what has happened is withheld if its transform failed',
  (event) => {
    const { rewrites } = specOf(event);
    const failed = { event, exit: 3, failsClosed: true };
    const behind = (more: object) => signals({ ...failed, ...more }).slice(2);
    expect(behind({ transforms: true })).toStrictEqual(
      rewrites && rewriteSpec(rewrites).happened
        ? [
            {
              is: 'rewrite',
              value: `[The ${rewrites} was withheld: hook "guard", which rewrites it, did not work.]`,
            },
          ]
        : [],
    );
    expect(behind({})).toEqual([]);
  },
);

/** Every place where an answer gives a new value for something, and one that fits. */
const VALUES = { output: 'new', prompt: 'new', content: { name: 'new' } };
const places = (Object.keys(VALUES) as (keyof typeof VALUES)[]).flatMap((meaning) =>
  (SPELLINGS[meaning] as readonly Spelling[]).flatMap((spelling) =>
    EVENT_NAMES.filter((event) => counts(spelling, event) && hasPlace(spelling, event)).map(
      (event) => ({ event, meaning, field: spelling.field, spelling, value: VALUES[meaning] }),
    ),
  ),
);

describe.each(places)('$field on $event', ({ event, meaning, field, spelling, value }) => {
  test('is a rewrite', () => {
    expect(signals({ event, answer: section({ [field]: value }) })).toStrictEqual([
      { is: 'rewrite', value },
    ]);
  });

  test('blank, it counts, is wrong or is absent', () => {
    const blank = readAnswer(event, section({ [field]: ' \n' }));
    if (spelling.blank === 'counts') expect(blank).toStrictEqual({ ...CLEAN, [meaning]: ' \n' });
    else
      expect(blank).toStrictEqual({
        remarks: [
          `"hookSpecificOutput.${field}" was ignored: expected ${spelling.blank === 'wrong' ? 'a text that is not blank' : 'an object'}, got " \\n"`,
        ],
        lostDecision: true,
      });
  });

  test('it is taken from the top level unless the section has a form', () => {
    const stray = readAnswer(event, { [field]: value });
    expect(stray).toStrictEqual(
      spelling.form
        ? CLEAN
        : {
            ...CLEAN,
            [meaning]: value,
            remarks: [
              `"${field}" belongs inside "hookSpecificOutput"; it was taken from the top level`,
            ],
          },
    );
  });
});

const shaped = places.filter(({ spelling }) => spelling.like !== undefined);

test.each(shaped)('$field on $event is a text or has the shape of what it replaces', (place) => {
  const { event, meaning, field, spelling } = place;
  const like = spelling.like ?? '';
  const read = (value: unknown, old: unknown) =>
    readAnswer(event, section({ [field]: value }), [], { [like]: old });
  expect(read({ a: 2 }, { a: 1 })).toStrictEqual({ ...CLEAN, [meaning]: { a: 2 } });
  expect(read('text', { a: 1 })).toStrictEqual({ ...CLEAN, [meaning]: 'text' });
  expect(read({ b: 2 }, undefined)).toStrictEqual({ ...CLEAN, [meaning]: { b: 2 } });
  expect(read({ b: 2 }, { a: 1 })).toStrictEqual({
    remarks: [
      `"hookSpecificOutput.${field}" was ignored: expected a text, or a value in the shape of ${like}, got {"b":2}`,
    ],
    lostDecision: true,
  });
});

const formed = (form: string) => EVENT_NAMES.filter((event) => specOf(event).form === form);

test.each(EVENT_NAMES)('on %s, an action counts only where the section has that form', (event) => {
  const { decision } = readAnswer(event, section({ action: 'decline' }));
  expect(decision).toBe(formed('action').includes(event) ? 'deny' : undefined);
});

test.each(EVENT_NAMES)('on %s, an object decides only where the section has that form', (event) => {
  const { decision } = readAnswer(event, section({ decision: { behavior: 'deny' } }));
  expect(decision).toBe(formed('decision').includes(event) ? 'deny' : undefined);
});

test('what is wrong inside an object that decides is told with its whole path', () => {
  const inside = (decision: object) => readAnswer('PermissionRequest', section({ decision }));
  expect(inside({ behavior: 7 })).toStrictEqual({
    remarks: ['"hookSpecificOutput.decision.behavior" was ignored: expected a text, got 7'],
    lostDecision: true,
  });
  const granting = inside({ behavior: 'allow', updatedPermissions: [7] });
  expect(granting).toMatchObject({ decision: 'allow', permissions: [] });
  expect(granting.remarks).toHaveLength(1);
});

test('the reason of an answer stands in for a stderr that is empty', () => {
  const event = 'PreToolUse';
  expect(signals({ event, exit: 2, answer: { reason: 'r' } })).toStrictEqual([
    { is: 'block', text: 'Blocked by hook "guard": r', named: true },
  ]);
});
