import { expect, test } from 'vitest';
import { compilePattern, SPACE, STAR, TAIL } from '../../src/rules/pattern-tokens.ts';

test.each([
  ['a b', [['a', ' ', 'b']]],
  [' a ', [['a']]],
  ['a*b', [['a', STAR, 'b']]],
  ['a**b*', [['a', STAR, 'b', STAR]]],
  ['*', [[STAR]]],
  [' *', [[STAR]]],
  ['a *', [['a', TAIL, STAR]]],
  ['a * *', [['a', ' ', STAR, TAIL, STAR]]],
  ['a *b', [['a', ' ', STAR, 'b']]],
  ['a:*b', [['a', ':', STAR, 'b']]],
  ['a\n *', [['a', '\n', TAIL, STAR]]],
  [
    'a:*',
    [
      ['a', TAIL, STAR],
      ['a', ':', STAR],
    ],
  ],
  ['"a b" c', [['a', SPACE, 'b', ' ', 'c']]],
  ["'a b c'", [['a', SPACE, 'b', SPACE, 'c']]],
  ['"a" b "c d"', [['a', ' ', 'b', ' ', 'c', SPACE, 'd']]],
  ['"a b\'', [['"', 'a', ' ', 'b', "'"]]],
  ['""', [[]]],
])('%j', (text, tokens) => {
  expect(compilePattern(text)).toEqual(tokens);
});
