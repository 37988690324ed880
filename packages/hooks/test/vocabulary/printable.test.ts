import { expect, test } from 'vitest';
import { exactly, printable } from '../../src/vocabulary/printable.ts';

test.each([
  ['plain é 🙂\ttab\nline', 'plain é 🙂\ttab\nline'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['rm -rf x\rls\r\r\n', 'rm -rf x\\rls\\r\n'],
  ['\u001b[2J\u0000\u007f\u009b', '\\u001b[2J\\u0000\\u007f\\u009b'],
  ['\u202eevil\u2066', '\\u202eevil\\u2066'],
])('%j on a terminal', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('where every character counts, the line ends of other systems are seen as well', () => {
  expect(exactly('a\r\nb\rc\u001b\n')).toBe('a\\r\nb\\rc\\u001b\n');
});

/** Every kind that is shown as nothing, as a blank, or in another place than it stands. */
const UNSEEN: readonly [what: string, from: number, to?: number][] = [
  ['soft hyphen', 0xad],
  ['no-break space', 0xa0],
  ['grapheme joiner', 0x34f],
  ['Arabic letter mark', 0x61c],
  ['Hangul fillers', 0x115f, 0x1160],
  ['Ogham space', 0x1680],
  ['Khmer vowels without a form', 0x17b4, 0x17b5],
  ['Mongolian selectors', 0x180b, 0x180f],
  ['spaces of other widths', 0x2000, 0x200a],
  ['zero width and marks of direction', 0x200b, 0x200f],
  ['separators of lines and paragraphs', 0x2028, 0x2029],
  ['embeddings and overrides', 0x202a, 0x202e],
  ['narrow no-break space', 0x202f],
  ['mathematical space', 0x205f],
  ['word joiner and invisible operators', 0x2060, 0x2064],
  ['isolates', 0x2066, 0x2069],
  ['deprecated formats', 0x206a, 0x206f],
  ['Braille blank', 0x2800],
  ['ideographic space', 0x3000],
  ['Hangul filler', 0x3164],
  ['private use', 0xe000, 0xe010],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff],
  ['halfwidth Hangul filler', 0xffa0],
  ['annotations and objects', 0xfff9, 0xfffc],
  ['a note without a head', 0x1d159],
  ['musical formats', 0x1d173, 0x1d17a],
  ['tags', 0xe0000, 0xe007f],
  ['further variation selectors', 0xe0100, 0xe01ef],
];

test.each(UNSEEN)('where somebody decides, %s are seen', (_what, from, to = from) => {
  for (let code = from; code <= to; code++) {
    const number = code.toString(16).toUpperCase().padStart(4, '0');
    expect(exactly(`rm${String.fromCodePoint(code)}x`)).toBe(`rm<U+${number}>x`);
  }
});

test.each([
  ['half of a pair', 'a\ud800b', 'a<U+D800>b'],
  ['joined emoji', '👩\u200d💻', '👩<U+200D>💻'],
  ['a selector behind a letter', 'a\ufe0f', 'a<U+FE0F>'],
  ['a selector behind a digit', '1\ufe0f', '1<U+FE0F>'],
  ['a second selector', '⚠\ufe0f\ufe0f', '⚠\ufe0f<U+FE0F>'],
])('%s is seen, too', (_what, text, shown) => {
  expect(exactly(text)).toBe(shown);
});

test.each([
  'git commit -m "é ñ ü" && ls\tx\n',
  '⚠\ufe0f 1\ufe0f\u20e3 🙂 👍🏽 🇩🇪',
  '日本語 한국어 العربية עברית हिन्दी ไทย',
])('%j stays as it is', (text) => {
  expect(exactly(text)).toBe(text);
});

test('ordinary text keeps what belongs to its script', () => {
  const text = 'می\u200cخواهم 👩\u200d💻 10\u00a0km';
  expect(printable(text)).toBe(text);
});
