import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { completeUpTo } from '../../../../src/screen/state/stream.ts';
import { markdown } from '../../../../src/screen/text/markdown.ts';
import { painterOf } from '../../../../src/screen/text/theme.ts';

const plain = (width: number) => ({ width, paint: painterOf('none') });

const ROWS: readonly [string, string, string[]][] = [
  ['heading', '# Title', ['Title']],
  ['paragraph', 'a **b** _c_ ~~d~~ `e`', ['a b c ~~d~~ e']],
  ['wrapped', 'one two three four five six', ['one two three four ', 'five six']],
  ['link', '[here](http://x.y)', ['here (http://x.y)']],
  ['bare link', '<http://x.y>', ['http://x.y']],
  ['image', '![pic](a.png)', ['[pic] (a.png)']],
  ['entities', 'a &amp; b < c', ['a & b < c']],
  ['escapes', '1 \\* 2', ['1 * 2']],
  ['code', '```ts\nconst a = 1;\n\nb();\n```', ['  const a = 1;', '  ', '  b();']],
  ['code of no language', '```\na < b && c\n```', ['  a < b && c']],
  ['code with tabs', '```\n\tx\n```', ['      x']],
  ['quote', '> said\n> so', ['│ said', '│ so']],
  ['list', '- one\n- two', ['• one', '• two']],
  ['ordered', '3. one\n4. two', ['3. one', '4. two']],
  ['nested', '- one\n  - deep\n- two', ['• one', '  • deep', '• two']],
  ['tasks', '- [ ] open\n- [x] done', ['☐ open', '☒ done']],
  ['rule', 'a\n\n---\n\nb', ['a', '', '─'.repeat(20), '', 'b']],
  ['table', '| a | bb |\n| --- | --- |\n| 日 | x |', ['a  │ bb', '───┼───', '日 │ x']],
  ['numbers', '| n |\n| ---: |\n| 7 |\n| 42 |', [' n', '──', ' 7', '42']],
  [
    'table too wide',
    '| name | text |\n| --- | --- |\n| n | a text that is long |\n| m | x |\n\nend',
    ['name: n', 'text: a text that is', '      long', '', 'name: m', 'text: x', '', 'end'],
  ],
  ['html', '<b>x</b>', ['<b>x</b>']],
  ['controls', 'a\u001b[31mb', ['a\\u001b[31mb']],
];

test('what is struck out looks so', () => {
  const [line = ''] = markdown('a ~~b~~', { width: 20, paint: painterOf('dark') });
  expect(line).toMatch(/^a \u001b\[2m\u001b\[9mb/);
});

test.each(ROWS)('%s', (_name, text, lines) => {
  expect(markdown(text, plain(20))).toEqual(lines);
});

/** Pieces of markdown in any order, closed or not. */
const piece = fc.constantFrom(
  '# ',
  '- ',
  '  - ',
  '1. ',
  '> ',
  '```\n',
  '```ts\n',
  '| a | b |\n| --- | --- |\n| c | d |\n',
  '**',
  '_',
  '`',
  '[x](http://a.b)',
  '\n',
  '\n\n',
  '\t',
  '---\n',
  '日本語',
  '👩‍👩‍👧',
  'word ',
  'averyverylongwordwithoutanyspaceinit',
  '<b>',
  '&lt;',
);
const anyMarkdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('no line is wider than its canvas, painted or not', () => {
  fc.assert(
    fc.property(anyMarkdown, fc.integer({ min: 24, max: 100 }), (text, width) => {
      for (const theme of ['none', 'dark'] as const)
        for (const line of markdown(text, { width, paint: painterOf(theme) }))
          expect(stringWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width);
    }),
  );
});

const STREAMS: readonly [string, string, number][] = [
  ['nothing', '', 0],
  ['a line', 'one', 0],
  ['a paragraph that may go on', 'one\n', 0],
  ['a paragraph', 'one\n\n', 5],
  ['one and a half', 'one\n\ntwo', 5],
  ['line ends of another system', 'one\r\n\r\ntwo', 7],
  ['an open fence', '```\na\n\nb\n\n', 0],
  ['a closed fence', '```\na\n\nb\n```\n\nc\n', 14],
  ['a longer fence around a short one', '````\n```\n\n```\n\n````\n\nc\n', 21],
  ['tildes are no backticks', '~~~\n```\n\n~~~\n\nc\n', 14],
  ['a list that may go on', '- a\n\n', 0],
  ['a list that goes on', '- a\n\n- b\n\n  c\n\n', 0],
  ['a list, and half a line', '- a\n\nb', 0],
  ['a list', '- a\n\nb\n', 5],
  ['a fence in a list', '1. a\n\n   ```\n   b\n\n   c\n   ```\n\n', 0],
  ['empty lines alone', '\n\n\n', 0],
];

test.each(STREAMS)('complete: %s', (_name, text, end) => {
  expect(completeUpTo(text, 0)).toBe(end);
});

/** The same text as it comes: in pieces of such sizes, over and over. */
function streamed(text: string, sizes: readonly number[]): string[] {
  const parts: string[] = [];
  let printed = 0;
  for (let at = 0, came = 0; came < text.length; at++) {
    const before = came;
    came = Math.min(text.length, came + (sizes[at % Math.max(1, sizes.length)] ?? 3));
    const end = completeUpTo(text.slice(0, came), printed, before);
    if (end > printed) parts.push(text.slice(printed, end));
    printed = end;
  }
  return [...parts, text.slice(printed)];
}

const sizes = fc.array(fc.integer({ min: 1, max: 30 }));

test('the printed parts, one after the other, are the text', () => {
  fc.assert(
    fc.property(anyMarkdown, sizes, (text, some) => {
      const parts = streamed(text, some);
      expect(parts.join('')).toBe(text);
      for (const part of parts.slice(0, -1)) expect(part.endsWith('\n')).toBe(true);
    }),
  );
});

/** Whole lines, as a model writes them, in any order. */
const line = fc.constantFrom(
  ...['', '', '', '', '  ', 'words and more', 'a **b** `c`', '# Title', 'Title', '===', '---'],
  ...[
    '- one',
    '- two',
    '  - deep',
    '    - deeper',
    '  more of it',
    '    set in',
    '* star',
    '1. first',
  ],
  ...[
    '2. second',
    '   within',
    '10. tenth',
    '- [ ] open',
    '```',
    '```sh',
    '  ```',
    '    ```',
    '~~~',
  ],
  ...['> said', '> - a list', '>', '| a | b |', '| --- | --- |', '| c | d |', '<div>', '</div>'],
  ...[
    '<!-- so',
    '-->',
    '<pre>',
    '</pre>',
    'see [the docs][1] and [2]',
    '[1]: http://a.b/c',
    '[2]: <d>',
  ],
  ...['\tset in by a tab', '\t', 'a\\', '+ plus', '1) other'],
);
const anyAnswer = fc
  .tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('\n', '\n', '\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));

/** Each part is a thing of its own, with an empty line behind it. */
const asStreamed = (text: string, some: readonly number[]) =>
  streamed(text, some)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => [...markdown(part, plain(60)), '']);

test('an answer that streamed in looks as it does when the session is gone on with', () => {
  fc.assert(
    fc.property(fc.oneof(anyAnswer, anyMarkdown), sizes, (text, some) => {
      const whole = text.trim() === '' ? [] : [...markdown(text, plain(60)), ''];
      expect(asStreamed(text, some)).toEqual(whole);
    }),
    { numRuns: 2_000 },
  );
});

test('what a list and a definition hold is there, streamed or not', () => {
  const text = `1. First:

   - one
   - two

   \`\`\`sh
   echo one

   echo two
   \`\`\`

2. Second, see [the docs][1].

After it.

[1]: https://example.com/docs
`;
  const lines = [
    '1. First:',
    '',
    '   • one',
    '   • two',
    '',
    '     echo one',
    '     ',
    '     echo two',
    '',
  ];
  const rest = [
    '2. Second, see [the docs][1].',
    '',
    'After it.',
    '',
    '[1]: https://example.com/docs',
  ];
  for (const some of [[1], [7], [1_000]])
    expect(asStreamed(text, some)).toEqual([...lines, ...rest, '']);
});

test('what stands behind a very long list is printed as it comes', () => {
  const text = `${'- an item\n\n  and more of it\n\n'.repeat(300)}${'A paragraph.\n\n'.repeat(300)}`;
  expect(streamed(text, [7]).length).toBeGreaterThan(100);
  expect(asStreamed(text, [7])).toEqual([...markdown(text, plain(60)), '']);
});
