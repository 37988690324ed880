import { expect, test } from 'vitest';
import { readSed } from '../../src/languages/sed.ts';

/** What it runs, or `plain`, `opens` for one that reads or writes files, and `?` for what is not understood. */
function inShort(script: string): readonly string[] | string {
  const { runs, sure, plain } = readSed(script);
  if (!sure) return '?';
  return runs.length > 0 ? runs : plain ? 'plain' : 'opens';
}

test.each<readonly [string, readonly string[] | string]>([
  ['', 'plain'],
  ['p', 'plain'],
  ['1,10p', 'plain'],
  ['2,$d', 'plain'],
  ['0~4p', 'plain'],
  ['/a/,/b/d', 'plain'],
  ['/a/I,+3p', 'plain'],
  ['\\,a,d', 'plain'],
  ['/[/]/p', 'plain'],
  ['s/a/b/', 'plain'],
  ['s/a/b/2gI', 'plain'],
  ['s|a/b|c|', 'plain'],
  ['s/[^/]*$//', 'plain'],
  ['s/[[:space:]]*$//', 'plain'],
  ['s/a\\/e/b/', 'plain'],
  ['s/a/e/', 'plain'],
  ['y/abc/xyz/', 'plain'],
  [':a;N;$!ba;s/\\n/ /g', 'plain'],
  ['1!G;h;$!d', 'plain'],
  ['/x/{s/a/b/;p}', 'plain'],
  ['a text that says: e rm y', 'plain'],
  ['a\\\nline\\\ne rm y', 'plain'],
  ['5q', 'plain'],
  ['# e rm y', 'plain'],
  ['e rm y', ['rm y']],
  ['1e rm y', ['rm y']],
  ['/x/e rm y', ['rm y']],
  ['p;e rm y', ['rm y']],
  ['{e rm y\n}', ['rm y']],
  ['a text\ne rm y', ['rm y']],
  ['e rm a\ne rm b', ['rm a', 'rm b']],
  ['s/[/]/x/;e rm y', ['rm y']],
  ['w out', 'opens'],
  ['r in', 'opens'],
  ['s/a/b/w out', 'opens'],
  ['s/a/b/gw out', 'opens'],
  ['e', '?'],
  ['1e', '?'],
  ['s/a/b/e', '?'],
  ['s/a/b/ge', '?'],
  ['s/a/b', '?'],
  ['s/a/b/z', '?'],
  ['k', '?'],
  ['a text\\', '?'],
])('%j: %j', (script, expected) => {
  expect(inShort(script)).toEqual(expected);
});

test('what a flag e would run is a text that may be run', () => {
  expect(readSed('s/x/rm y/e').maybe).toEqual(['rm y']);
  expect(readSed('s/x/rm y/').maybe).toEqual([]);
});
