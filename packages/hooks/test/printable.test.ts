import { expect, test } from 'vitest';
import { printable } from '../src/printable.ts';

test.each([
  ['plain é 🙂\ttab\nline', 'plain é 🙂\ttab\nline'],
  ['a\r\nb', 'a\nb'],
  ['\u001b[2J\u0000\u007f\u009b', '\\u001b[2J\\u0000\\u007f\\u009b'],
  ['\u202eevil\u2066', '\\u202eevil\\u2066'],
])('%j on a terminal', (text, shown) => {
  expect(printable(text)).toBe(shown);
});
