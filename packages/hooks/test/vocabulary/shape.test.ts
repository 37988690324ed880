import { describe, expect, test } from 'vitest';
import {
  isObject,
  type Kind,
  list,
  misfit,
  misshapen,
  optional,
  required,
  show,
} from '../../src/vocabulary/shape.ts';

/** What each kind takes, what it does not, and how it is called. */
const KINDS: Record<Kind, { takes: unknown[]; refuses: unknown[]; expected: string }> = {
  text: { takes: ['', 'a'], refuses: [1, null, undefined, ['a']], expected: 'a text' },
  flag: { takes: [true, false], refuses: ['true', 0, null], expected: 'true or false' },
  number: {
    takes: [0, -1.5],
    refuses: ['1', Number.NaN, Number.POSITIVE_INFINITY, 1n, null],
    expected: 'a number',
  },
  texts: {
    takes: [[], ['a', '']],
    refuses: ['a', [1], ['a', null], {}, null],
    expected: 'a list of texts',
  },
  list: { takes: [[], [1]], refuses: [{}, 'a', null], expected: 'a list' },
  function: { takes: [() => 1], refuses: [{}, 'a', null], expected: 'a function' },
  object: { takes: [{}, { a: 1 }], refuses: [[], null, 'a', () => 1], expected: 'an object' },
  anything: { takes: [null, 0, '', []], refuses: [undefined], expected: 'a value' },
};

describe.each(Object.entries(KINDS))('%s', (is, { takes, refuses, expected }) => {
  const field = { is: is as Kind };
  test.each(takes.map((value) => [value]))('takes %o', (value) =>
    expect(misfit(field, value)).toBeUndefined(),
  );
  test.each(refuses.map((value) => [value]))('refuses %o', (value) =>
    expect(misfit(field, value)).toBe(expected),
  );
});

test('of a field with words only those fit', () => {
  const field = optional('text', 'how', ['a', 'b', 'c']);
  expect(misfit(field, 'b')).toBeUndefined();
  expect(misfit(field, 'd')).toBe('"a", "b" or "c"');
  expect(misfit(field, 1)).toBe('a text');
});

test('a field says what it holds and whether it must be there', () => {
  expect(required('text', 'why')).toStrictEqual({ is: 'text', required: true, about: 'why' });
  expect(optional('flag', 'why')).toStrictEqual({ is: 'flag', required: false, about: 'why' });
});

test('only a plain object is one', () => {
  expect([{}, [], null, 'a', undefined].map(isObject)).toEqual([true, false, false, false, false]);
});

describe('a value that is shown', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  test.each<readonly [unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    ['a', '"a"'],
    [{ a: 1 }, '{"a":1}'],
    [isObject, String(isObject).slice(0, 57)],
    [circle, 'a object that cannot be shown'],
    [1n, 'a bigint that cannot be shown'],
    ['x'.repeat(58), `"${'x'.repeat(58)}"`],
    ['x'.repeat(59), `"${'x'.repeat(56)}...`],
  ])('%o', (value, shown) => {
    expect(show(value).slice(0, shown.length)).toBe(shown);
    expect(show(value).length).toBeLessThanOrEqual(60);
  });
});

test('words are listed as a sentence has them', () => {
  expect([list([]), list(['a']), list(['a', 'b'])]).toEqual(['', '"a"', '"a" or "b"']);
});

test.each<readonly [value: unknown, like: unknown, isMisshapen: boolean]>([
  ['a text', { a: 1 }, false],
  ['a text', null, false],
  [{ a: 1 }, undefined, false],
  [{ a: 1 }, { a: 2, b: 3 }, false],
  [{}, { a: 1 }, false],
  [{ a: 1, c: 1 }, { a: 1 }, true],
  [{ a: '1' }, { a: 1 }, true],
  [{ a: null }, { a: {} }, true],
  [{ a: [] }, { a: {} }, true],
  [{ toString: 1 }, {}, true],
  [[], {}, true],
  [{}, [], true],
  [null, {}, true],
  [{}, null, true],
  [[1], ['a', 'b'], false],
  [1, 2, false],
  [true, 1, true],
])('%j is misshapen beside %j: %j', (value, like, expected) => {
  expect(misshapen(value, like)).toBe(expected);
});
