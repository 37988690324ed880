import { describe, expect, test } from 'vitest';
import {
  compilePattern,
  coversText,
  mayMatchText,
  surelyMatchesText,
} from '../../src/rules/command-pattern.ts';
import { ANY, GLOB, NUMBER, PART, type Piece, REST, WORDS } from '../../src/text/command.ts';

const either = (...choices: Piece[][]): Piece => ({ unknown: 'part', choices });

/** What is known to match matches surely, and what does so may. */
type Answer = 'covered' | 'sure' | 'may' | 'no';
const ANSWERS: Record<Answer, readonly boolean[]> = {
  covered: [true, true, true],
  sure: [false, true, true],
  may: [false, false, true],
  no: [false, false, false],
};

const CASES: readonly (readonly [string, readonly Piece[], Answer])[] = [
  // What is known, letter by letter.
  ['a', ['a'], 'covered'],
  ['a', ['ab'], 'no'],
  ['ab', ['a'], 'no'],
  ['ab', ['a', 'b'], 'covered'],
  ['a', [], 'no'],
  ['*', [], 'covered'],
  ['a*c', ['abbc'], 'covered'],
  ['a*c', ['abb'], 'no'],
  ['a *', ['a'], 'covered'],
  ['a *', ['a '], 'covered'],
  ['a *', ['a b c'], 'covered'],
  ['a *', ['ab'], 'no'],
  ['a *', ['a', 'x'], 'no'],
  ['a "b c"', ['a b c'], 'covered'],
  ['a "b c"', ['a bxc'], 'no'],
  ['a b', ['axb'], 'no'],
  ['axb', ['a b'], 'no'],
  // A star at the end that one choice has reached says nothing of the others.
  ['*bab*', [either(['babba'], ['ba']), 'b'], 'sure'],
  ['*o bab*', ['echo ', either(['bab o ba'], ['ba']), 'b'], 'sure'],
  ['a*', [either(['ab'], ['b']), 'c'], 'may'],
  ['a*', ['a', either(['b'], ['c']), ANY], 'covered'],
  // Whatever an expansion gives.
  ['a b c', ['a', ANY], 'may'],
  ['a b c', [ANY, 'c'], 'may'],
  ['a b c', [ANY, 'd'], 'no'],
  ['a*', ['a', ANY], 'covered'],
  ['a *', ['a ', ANY], 'covered'],
  ['a *', ['a', ANY], 'may'],
  ['a *', ['b', ANY], 'no'],
  ['*c', ['a', ANY, 'c'], 'covered'],
  // Words, with the space in front of each.
  ['a *', ['a', WORDS], 'covered'],
  ['a*', ['a', WORDS], 'covered'],
  ['a', ['a', WORDS], 'may'],
  ['a b', ['a', WORDS], 'may'],
  ['a b c', ['a', WORDS, ' c'], 'may'],
  ['ab', ['a', WORDS], 'no'],
  ['a bc', ['a b', WORDS], 'no'],
  ['a*b', ['a', WORDS], 'may'],
  // One word.
  ['a b', ['a ', PART], 'may'],
  ['a -b', ['a ', PART], 'may'],
  ['a b c', ['a ', PART, ' c'], 'may'],
  ['a b c', ['a ', PART], 'no'],
  ['a b *', ['a ', PART, 'x'], 'no'],
  ['a "b c"', ['a ', PART], 'may'],
  ['a * d', ['a ', PART, ' d'], 'covered'],
  // The rest of one.
  ['a b', ['a ', REST], 'may'],
  ['a b-c', ['a b', REST], 'may'],
  ['a -b', ['a ', REST], 'no'],
  ['a b c', ['a ', REST], 'no'],
  ['a b *', ['a ', REST, 'x'], 'no'],
  // A file's name.
  ['a b/c', ['a ', GLOB], 'may'],
  ['a b-c', ['a ', GLOB], 'may'],
  ['a -b', ['a ', GLOB], 'no'],
  ['a /b', ['a ', GLOB], 'no'],
  ['a b c', ['a ', GLOB], 'no'],
  ['a b *', ['a ', GLOB, 'x'], 'no'],
  // A number, or several.
  ['a 12', ['a ', NUMBER], 'may'],
  ['a -1 2', ['a ', NUMBER], 'may'],
  ['a x', ['a ', NUMBER], 'no'],
  ['a 1x', ['a ', NUMBER], 'no'],
  ['a1*', ['a', NUMBER, 'x'], 'may'],
  // One of several.
  ['a x', ['a ', either(['x'], ['y'])], 'may'],
  ['a z', ['a ', either(['x'], ['y'])], 'no'],
  ['a x*', ['a ', either(['xy'], ['xz'])], 'sure'],
  ['a *', ['a ', either(['x'], ['y'])], 'covered'],
  ['a x', ['a ', either(['x'], [])], 'sure'],
  ['a ?', ['a ?', either([])], 'sure'],
  ['a x', ['a ', either(['x', PART])], 'may'],
  ['a x*', ['a ', either(['x', PART], ['xy'])], 'sure'],
  ['a', ['a', either()], 'no'],
];

test.each(CASES)('%j and %j: %s', (pattern, text, answer) => {
  const compiled = compilePattern(pattern);
  const found = [coversText, surelyMatchesText, mayMatchText].map((match) => match(compiled, text));
  expect(found).toEqual(ANSWERS[answer]);
});

describe('a pattern of two forms', () => {
  test.each(['npm run test', 'npm run test x', 'npm run test:unit'])('matches %j', (text) => {
    const compiled = compilePattern('npm run test:*');
    for (const match of [coversText, surelyMatchesText, mayMatchText])
      expect(match(compiled, [text])).toBe(true);
  });
});
