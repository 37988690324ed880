import { expect, test } from 'vitest';
import { fileOf, folded, MOST_APART, someOf } from '../src/cli/fold.ts';

const kindOf = (row: string) => (row.startsWith('-') ? undefined : row[0]);
const many = (kind: string, count: number) => Array.from({ length: count }, (_, at) => kind + at);

test('few of a kind stay apart, more stand together where the first of them stood', () => {
  const few = many('a', MOST_APART);
  expect(folded(few, kindOf)).toEqual(few.map((row) => [row]));
  const b = many('b', MOST_APART + 1);
  const mixed = ['a0', ...b.slice(0, 2), '-', 'a1', ...b.slice(2)];
  expect(folded(mixed, kindOf)).toEqual([['a0'], b, ['-'], ['a1']]);
  expect(folded([], kindOf)).toEqual([]);
});

test('a row without a kind is never put to others', () => {
  const none = many('-', 9);
  expect(folded(none, kindOf)).toEqual(none.map((row) => [row]));
});

test.each([
  [[], ''],
  [many('a', 5), 'a0, a1, a2, a3, a4'],
  [many('a', 6), 'a0, a1, a2 and 3 more'],
  [many('a', 300), 'a0, a1, a2 and 297 more'],
])('%j', (names, text) => {
  expect(someOf(names)).toBe(text);
});

test('the file of a place', () => {
  expect([fileOf('/a/b.json:12'), fileOf('/a:1/b.json'), fileOf('')]).toEqual([
    '/a/b.json',
    '/a:1/b.json',
    '',
  ]);
});
