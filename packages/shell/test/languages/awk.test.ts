import { expect, test } from 'vitest';
import { readAwk } from '../../src/languages/awk.ts';
import { awkTokens } from '../../src/languages/awk-tokens.ts';

function inShort(program: string): readonly string[] | string {
  const { runs, sure, plain } = readAwk(program);
  if (!sure) return '?';
  return runs.length > 0 ? runs : plain ? 'plain' : 'opens';
}

test.each<readonly [string, readonly string[] | string]>([
  ['{print $1}', 'plain'],
  ['$3 > 5', 'plain'],
  ['NR > 1 && /a|b/ {n += $1 / 2; m = $2/3} END {print n}', 'plain'],
  ['!seen[$0]++', 'plain'],
  ['{print (a > b)}', 'plain'],
  ['{print "a|b"}', 'plain'],
  ['{gsub(/\\//, "|"); print}', 'plain'],
  ['a || b', 'plain'],
  ['# system("rm y")', 'plain'],
  ['{print > "out"}', 'opens'],
  ['{print $1 >> $2}', 'opens'],
  ['{getline x < "in"}', 'opens'],
  ['BEGIN{system("rm y")}', ['rm y']],
  ['BEGIN{ system ( "rm y" ) }', ['rm y']],
  ['/"/ {system("rm y")}', ['rm y']],
  ['{print | "rm y"}', ['rm y']],
  ['{print $1, $2 | "rm \\"y\\""}', ['rm "y"']],
  ['{print |& "rm y"}', ['rm y']],
  ['BEGIN{"rm y" | getline x}', ['rm y']],
  ['{while (("rm y") | getline) n++}', '?'],
  ['{system("rm " $1)}', '?'],
  ['{system(c)}', '?'],
  ['{print | c}', '?'],
  ['{print | "rm " $1}', '?'],
  ['{"rm " $1 | getline}', '?'],
  ['{c | getline}', '?'],
  ['@load "x"', '?'],
  ['{f = "system"; @f("rm y")}', '?'],
  ['{system("\\162m y")}', '?'],
  ['BEGIN{getline < "/inet/tcp/0/h/1"}', '?'],
  ['{print "open}', '?'],
  // A pattern for one awk, a division for another: then another part of it is a text.
  ['{ if (1) /"/; system("rm y"); if (1) /"/ }', '?'],
  ['{ if (1) /"/; print | "rm y"; if (1) /"/ }', '?'],
  ['{print ($1 + $2) / 2}', 'plain'],
])('%j: %j', (program, expected) => {
  expect(inShort(program)).toEqual(expected);
});

test('a slash divides behind a value, and begins a pattern elsewhere', () => {
  const kinds = (text: string) => awkTokens(text)?.map(({ is }) => is);
  expect(kinds('a/b/c')).toEqual(['name', 'sign', 'name', 'sign', 'name']);
  expect(kinds('~ /b/')).toEqual(['sign', 'pattern']);
  expect(kinds('print /b/')).toEqual(['name', 'pattern']);
  expect(kinds('$1/2')).toEqual(['sign', 'number', 'sign', 'number']);
  expect(kinds('(a)/2')).toEqual(['sign', 'name', 'sign', 'sign', 'number']);
  expect(kinds('/open')).toBe(undefined);
});
