import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, onTestFinished, test } from 'vitest';
import { completions } from '../../../../src/screen/editor/complete.ts';
import { HERE, openHistory, walked } from '../../../../src/screen/editor/history.ts';
import { layOut, movedByRow, windowed } from '../../../../src/screen/editor/layout.ts';

function tempFile(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wave-history-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'own', 'history.jsonl');
}

test('history: kept in a private file, read again, the same twice in a row counts once', () => {
  const file = tempFile();
  const first = openHistory(file);
  for (const text of ['one', 'two\nlines', 'two\nlines', 'one']) first.add(text);
  expect(first.all).toEqual(['one', 'two\nlines', 'one']);
  expect(openHistory(file).all).toEqual(['one', 'two\nlines', 'one']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, `${readFileSync(file, 'utf8')}no JSON\n{"an":"object"}\n"last"\n`);
  expect(openHistory(file).all).toEqual(['one', 'two\nlines', 'one', 'last']);
});

test('history: a file that cannot be written costs its memory and nothing else', () => {
  const history = openHistory('/dev/null/history.jsonl');
  history.add('one');
  expect(history.all).toEqual(['one']);
});

test('walking back and forth, the draft at the end', () => {
  const all = ['one', 'two'];
  const back = walked(all, HERE, 1, 'draft');
  expect(back).toEqual({ walk: { back: 1, draft: 'draft' }, text: 'two' });
  const further = walked(all, back?.walk ?? HERE, 1, 'two');
  expect(further).toEqual({ walk: { back: 2, draft: 'draft' }, text: 'one' });
  expect(walked(all, further?.walk ?? HERE, 1, 'one')).toBeUndefined();
  expect(walked(all, back?.walk ?? HERE, -1, 'two')?.text).toBe('draft');
  expect(walked(all, HERE, -1, 'draft')).toBeUndefined();
  expect(walked([], HERE, 1, 'draft')).toBeUndefined();
});

const SOURCES = {
  commands: [
    { name: 'help', about: 'what you can type' },
    { name: 'hooks', about: 'the hooks' },
  ],
  files: () => ['src/deep/note.ts', 'note.md', 'docs/keynote.md', 'notes/plan.txt'],
};

test.each([
  { typed: '/h', labels: ['/help', '/hooks'], first: '/help ' },
  { typed: '/ho', labels: ['/hooks'], first: '/hooks ' },
  { typed: '/none', labels: [] },
  { typed: 'say /h', labels: [] },
  {
    typed: '@note',
    labels: ['@note.md', '@src/deep/note.ts', '@notes/plan.txt', '@docs/keynote.md'],
    first: '@note.md ',
  },
  { typed: 'see @PLAN', labels: ['@notes/plan.txt'], first: 'see @notes/plan.txt ' },
  { typed: 'mail@note', labels: [] },
  { typed: 'nothing', labels: [] },
])('completions of "$typed"', ({ typed, labels, first }) => {
  const offers = completions(typed, typed.length, SOURCES);
  expect(offers.map(({ label }) => label)).toEqual(labels);
  if (first !== undefined) expect(offers[0]).toMatchObject({ text: first, at: first.length });
});

test('a completion in the middle keeps what follows', () => {
  expect(completions('a @pl b', 5, SOURCES)[0]).toMatchObject({
    text: 'a @notes/plan.txt b',
    at: 'a @notes/plan.txt '.length,
  });
});

test.each([
  { name: 'empty', text: '', at: 0, lines: [''], row: 0, column: 0 },
  { name: 'one line', text: 'abc', at: 1, lines: ['abc'], row: 0, column: 1 },
  { name: 'its end', text: 'abc', at: 3, lines: ['abc'], row: 0, column: 3 },
  { name: 'broken by width', text: 'abcdefg', at: 6, lines: ['abcde', 'fg'], row: 1, column: 1 },
  { name: 'full, at its end', text: 'abcde', at: 5, lines: ['abcde', ''], row: 1, column: 0 },
  { name: 'two lines', text: 'a\nb', at: 2, lines: ['a', 'b'], row: 1, column: 0 },
  { name: 'before a break', text: 'a\nb', at: 1, lines: ['a', 'b'], row: 0, column: 1 },
  { name: 'wide', text: '日本語', at: 2, lines: ['日本', '語'], row: 1, column: 0 },
  { name: 'a tab', text: '\tx', at: 1, lines: ['    x', ''], row: 0, column: 4 },
])('layout: $name', ({ text, at, lines, row, column }) => {
  expect(layOut(text, at, 5)).toEqual({ lines, row, column });
});

test('layout: no line is too wide, no control character is left, the cursor is inside', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 8, max: 40 }), (text, width) => {
      const { lines, row, column } = layOut(text, text.length, width);
      for (const line of lines) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/[\u0000-\u001f]/);
      }
      expect(row).toBe(lines.length - 1);
      expect(column).toBeLessThanOrEqual(width);
    }),
  );
});

test('the window shows the cursor', () => {
  const layout = { lines: ['a', 'b', 'c', 'd'], row: 3, column: 0 };
  expect(windowed(layout, 2)).toEqual({ lines: ['c', 'd'], row: 1, column: 0 });
  expect(windowed({ ...layout, row: 0 }, 2)).toEqual({ lines: ['a', 'b'], row: 0, column: 0 });
  expect(windowed(layout, 9)).toEqual(layout);
});

test.each([
  ['abcdefgh', 7, -1, 2],
  ['abcdefgh', 2, 1, 7],
  ['abcdefgh', 2, -1, undefined],
  ['abcdefgh', 7, 1, undefined],
  ['abcd\nxy', 3, 1, 7],
  ['xy\nabcd', 6, -1, 2],
  ['a\n\nb', 0, 1, 2],
  ['日本語日本', 3, -1, 1],
] as const)('a line of the screen up or down in %o from %i by %i', (text, at, by, to) => {
  expect(movedByRow(text, at, 5, by)).toBe(to);
});
