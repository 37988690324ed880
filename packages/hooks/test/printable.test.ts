import { expect, test } from 'vitest';
import { exactly, printable } from '../src/printable.ts';

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
