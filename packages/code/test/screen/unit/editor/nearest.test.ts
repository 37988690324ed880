import { expect, test } from 'vitest';
import { nearest } from '../../../../src/screen/editor/nearest.ts';
import { further, matches, matchOf, placeIn } from '../../../../src/screen/editor/search.ts';

const PATHS = [
  'docs/index-of-all.md',
  'src/deep/index.ts',
  'src/index.ts',
  'index/readme.md',
  'lib/reindex.js',
  'i/n/d/e/x.txt',
  'reindexed/notes.txt',
];

test('the order of what is near: the name itself, its start, the path’s start, inside, in order', () => {
  expect(nearest(PATHS, 'index', [])).toEqual([
    'src/index.ts',
    'src/deep/index.ts',
    'docs/index-of-all.md',
    'index/readme.md',
    'lib/reindex.js',
    'reindexed/notes.txt',
    'i/n/d/e/x.txt',
  ]);
});

test.each([
  ['a whole path', 'src/deep/index.ts', [], ['src/deep/index.ts']],
  [
    'what was talked about last',
    'index.ts',
    ['src/deep/index.ts'],
    ['src/deep/index.ts', 'src/index.ts'],
  ],
  ['less deep first', 'index.ts', [], ['src/index.ts', 'src/deep/index.ts']],
  ['two letters are no order', 'ix', [], []],
  ['nothing', 'zzz', [], []],
])('%s', (_name, wanted, recent, found) => {
  expect(nearest(PATHS, wanted, recent)).toEqual(found);
});

test('a search: the newest first, each once, in any case', () => {
  const found = matches(['Fix it', 'say', 'fix that', 'Fix it'], 'fix');
  expect(found).toEqual(['Fix it', 'fix that']);
  const last = further(further({ query: 'fix', passed: 0 }, found.length), found.length);
  expect([matchOf(found, last), placeIn(found.length, last)]).toEqual(['fix that', '2 of 2']);
  expect([matchOf([], last), placeIn(0, last)]).toEqual([undefined, 'no match']);
});
