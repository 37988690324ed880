import { expect, test } from 'vitest';
import { parseShell } from '../../src/code/parse-shell.ts';
import { mayBeOption, textsKnown } from '../../src/text/outside.ts';

/** The last word of a text. */
const last = (text: string) => {
  const word = parseShell(text).commands.at(-1)?.words.at(-1);
  if (word === undefined) throw new Error(`no word in ${text}`);
  return word;
};

test.each<readonly [string, boolean]>([
  ['a b', false],
  ['a "$X"', false],
  ['a $X', false],
  ['a "$(git branch --show-current)"', false],
  ['a $(git rev-parse --abbrev-ref HEAD)', false],
  ['X=b; a "$X"', false],
  ['x=b; a $x', false],
  ['for X in b c; do a "$X"; done', false],
  ['for f in *.o; do a "$f"; done', false],
  ['for f in $(git ls-files | sort); do a "$f"; done', false],
  ['a $(grep -rl x src)', false],
  ['a $(find . -name x)', false],
  ['a $(find . -printf --x)', true],
  ['a $(grep x f)', true],
  ['a $(ls; b)', true],
  ['X=-b; a "$X"', true],
  ['X="b -c"; a $X', true],
  ['X="b -c"; a "$X"', false],
  ['read X; a "$X"', true],
  ['eval "$Y"; a "$X"', true],
  ['X=$(b); a "$X"', true],
  ['a "$(b)"', true],
  ['a $(git rev-parse --sq-quote x)', true],
  ['a "$@"', true],
  ['a "$1"', true],
  ['a {b,-c}', true],
])('whether the last word may be an option: %s %s', (text, expected) => {
  expect(mayBeOption(last(text))).toBe(expected);
});

test.each<readonly [string, readonly string[] | undefined]>([
  ['a b', ['b']],
  ['a "b$X"', ['b1']],
  ['X=c; a "b$X"', ['bc', 'b']],
  ['x=c; a "b$x"', ['bc', 'b']],
  ['a "b$((1 + 2))"', ['b1']],
  ['a "b$(c)"', undefined],
  ['read X; a "$X"', undefined],
  ['a {b,c}', undefined],
])('what the last word says: %s %j', (text, expected) => {
  expect(textsKnown(last(text), '1')).toEqual(expected);
});
