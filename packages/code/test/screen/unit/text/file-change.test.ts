import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { changeLines, diffLines } from '../../../../src/screen/text/change-lines.ts';
import { changeOf } from '../../../../src/screen/text/file-change.ts';
import { painterOf } from '../../../../src/screen/text/theme.ts';

const plain = { width: 60, paint: painterOf('none'), unfold: 'Ctrl-O' };
const dark = { width: 60, paint: painterOf('dark') };

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
const text = (...all: readonly string[]) => `${all.join('\n')}\n`;

test('a change in a long file: numbers of both sides, three lines around it, a gap between two', () => {
  const before = lines(30);
  const after = before.with(9, 'line ten').toSpliced(25, 1);
  const change = changeOf(text(...before), text(...after));
  expect(change).toMatchObject({ is: 'changed', added: 1, removed: 2, more: 0 });
  expect(changeLines(change, 'a.txt', plain)).toEqual([
    ' 7   line 7',
    ' 8   line 8',
    ' 9   line 9',
    '10 - line 10',
    '10 + line ten',
    '11   line 11',
    '12   line 12',
    '13   line 13',
    '   …',
    '23   line 23',
    '24   line 24',
    '25   line 25',
    '26 - line 26',
    '26   line 27',
    '27   line 28',
    '28   line 29',
  ]);
});

test('a new file, one that is gone, one that stays as it is, one without a line end', () => {
  const drawn = (before: string | undefined, after: string | undefined) => {
    const change = changeOf(before, after);
    return [change.is, ...changeLines(change, 'a', plain)];
  };
  expect(drawn(undefined, 'a\nb\n')).toEqual(['new', '1 + a', '2 + b']);
  expect(drawn('a\n', undefined)).toEqual(['removed', '1 - a']);
  expect(drawn('a\n', 'a\n')).toEqual(['changed']);
  expect(drawn('a\n', 'a')).toEqual([
    'changed',
    '1 - a',
    '1 + a',
    '    (no newline at end of file)',
  ]);
  expect(drawn('a', 'b')).toEqual(['changed', '1 - a', '1 + b']);
});

test('a line that stays is none that changed, also without a line end behind it', () => {
  expect(changeLines(changeOf('a\nb', 'a\nb\nc'), 'a', plain)).toEqual(['1   a', '2   b', '3 + c']);
  expect(diffLines('command: ls', 'command: ls\ntimeout: 5', plain)).toEqual([
    '  command: ls',
    '+ timeout: 5',
  ]);
});

test('what cannot be seen is shown by its number, and a carriage return as such', () => {
  const change = changeOf('a b\n', 'a\u200bb\r\n');
  expect(changeLines(change, 'a', plain)).toEqual(['1 - a b', '1 + a<U+200B>b\\r']);
});

test('the words that differ are marked in both lines, unless nearly all of them do', () => {
  const rows = (before: string, after: string) =>
    changeOf(before, after).rows.map((row) =>
      'at' in row ? (row.words ?? []).map(([from, to]) => row.text.slice(from, to)) : [],
    );
  expect(rows('const a = one(2);\n', 'const a = two(2, 3);\n')).toEqual([['one'], ['two', ', 3']]);
  expect(rows('all of it\n', 'something else entirely\n')).toEqual([[], []]);
  expect(rows('one\ntwo a\n', 'three a\n'), 'not one for one').toEqual([[], [], []]);
});

test('where one line became two, the words that differ are marked in the one that is alike', () => {
  const { rows } = changeOf(
    'return sum(items.map((item) => item.price));\n',
    'const prices = items.map((item) => item.price * item.count);\nreturn round(sum(prices));\n',
  );
  const marked = rows.map((row) =>
    'at' in row ? (row.words ?? []).map(([from, to]) => row.text.slice(from, to)) : [],
  );
  expect(marked).toEqual([['return', 'sum(', ')'], ['const', 'prices = ', ' * item.count'], []]);
});

test('a line that is put before one that changes leaves its marks where they belong', () => {
  const { rows } = changeOf('total = 1;\n', 'const tax = 2;\ntotal = 3;\n');
  const marked = rows.map((row) =>
    'at' in row ? (row.words ?? []).map(([from, to]) => row.text.slice(from, to)) : [],
  );
  expect(marked).toEqual([['1'], [], ['3']]);
});

test('only words that differ are bold: the name of a function is not', () => {
  const paint = painterOf('dark');
  const lines = changeLines(changeOf('', 'run(1);\n'), 'a.ts', { width: 60, paint });
  expect(lines).toEqual([
    `${paint('quiet', '1 ')}${paint('added', '+ ')}${paint('added', 'run')}${paint('added', '(')}${paint('accent', '1')}${paint('added', ');')}`,
  ]);
});

test('what is new is highlighted by the name of the file, what is gone is red', () => {
  const change = changeOf('const a = 1;\n', 'const a = 2;\n');
  const [gone = '', come = ''] = changeLines(change, 'src/a.ts', dark);
  const paint = painterOf('dark');
  expect(gone).toContain(paint('removed', 'const a = '));
  expect(gone).toContain(paint('removed-words', '1'));
  expect(come).toContain(paint('agent', 'const'));
  expect(come).toContain(paint('added-words', '2'));
  const [, unknown = ''] = changeLines(change, 'src/a.unknown', dark);
  expect(unknown).toContain(paint('added', 'const a = '));
  for (const line of [gone, come, unknown])
    expect(stripVTControlCharacters(line)).toMatch(/^1 [-+] const a = \d;$/);
});

test('a comment that begins in a line that stays is one in the lines that are new', () => {
  const change = changeOf('/*\n one\n*/\n', '/*\n const two\n*/\n');
  const come = changeLines(change, 'a.ts', dark).find((line) =>
    stripVTControlCharacters(line).startsWith('2 +'),
  );
  expect(come).not.toContain(painterOf('dark')('agent', 'const'));
});

test.each([20, 40, 200])(
  '%i columns: nothing is wider, wide characters and emoji included',
  (width) => {
    const before = text(
      '日本語のとても長い行です。'.repeat(8),
      `🎉 ${'x'.repeat(150)}`,
      '👩‍👩‍👧 family',
    );
    const after = text('日本語のとても短い行です。'.repeat(8), `🎉 ${'y'.repeat(150)}`, 'a\tb');
    for (const paint of [painterOf('none'), painterOf('dark')])
      for (const line of changeLines(changeOf(before, after), 'a.ts', { width, paint }))
        expect(stringWidth(line), line).toBeLessThanOrEqual(width);
  },
);

test('too much is cut, and says so; what is wholly another file is looked at line by line no more', () => {
  const long = changeOf(undefined, text(...lines(50)), { most: 30 });
  expect(long.more).toBe(20);
  expect(changeLines(long, 'a', plain, 2)).toEqual([
    '1 + line 1',
    '2 + line 2',
    '… 48 more lines (Ctrl-O shows all)',
  ]);
  const other = (by: number) =>
    text(...Array.from({ length: 20_000 }, (_, at) => `${at * by}x${by}`));
  expect(changeOf(other(3), other(7))).toMatchObject({ added: 20_000, removed: 20_000 });
});

test('a piece of a file has no numbers', () => {
  expect(changeLines(changeOf('a', 'b', { numbered: false }), 'a', plain)).toEqual(['- a', '+ b']);
});
