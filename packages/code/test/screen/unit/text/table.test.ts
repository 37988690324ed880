import { expect, test } from 'vitest';
import { markdown } from '../../../../src/screen/text/markdown.ts';
import { fitted } from '../../../../src/screen/text/table.ts';
import { painterOf } from '../../../../src/screen/text/theme.ts';

test.each([
  [[3, 5], 10, [3, 5]],
  [[6, 60, 80], 60, [6, 27, 27]],
  [[6, 20, 80], 60, [6, 20, 34]],
  [[40, 40], 20, undefined],
])('columns of %j in %i', (natural, room, widths) => {
  expect(fitted(natural, room)).toEqual(widths);
});

const TABLE =
  '| field | what it is |\n| --- | --- |\n| `a` | one two three four five |\n| `b` | six |';

test('a table that is too wide has cells of several lines', () => {
  expect(markdown(TABLE, { width: 24, paint: painterOf('none') })).toEqual([
    'field │ what it is',
    '──────┼─────────────────',
    'a     │ one two three',
    '      │ four five',
    'b     │ six',
  ]);
});

test('where most rows have several lines, a rule divides them', () => {
  const tall = `${TABLE}\n| c | seven eight nine ten |\n| d | eleven twelve thirteen |`;
  const lines = markdown(tall, { width: 24, paint: painterOf('none') });
  expect(lines.filter((line) => line.startsWith('───'))).toHaveLength(4);
  expect(lines.at(-3)).toBe('──────┼─────────────────');
});

test('where there is no room for columns, it is one cell a line', () => {
  expect(markdown(TABLE, { width: 20, paint: painterOf('none') }).slice(0, 3)).toEqual([
    'field: a',
    'what it is: one two ',
    '            three ',
  ]);
});
