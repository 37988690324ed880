import { expect, test } from 'vitest';
import { openCache } from './cache.ts';

const piece = (letter: string, mark = false) => ({ text: letter.repeat(40), mark });

test('without marks, the longest beginning that was sent before is read', () => {
  const cache = openCache();
  expect(cache([piece('a'), piece('b')])).toEqual({ input: 20, read: 0, written: 0 });
  expect(cache([piece('a'), piece('b'), piece('c')])).toEqual({ input: 30, read: 20, written: 0 });
  expect(cache([piece('a'), piece('x'), piece('c')])).toEqual({ input: 30, read: 10, written: 0 });
});

test('with marks, only what was marked is there, and only near a mark', () => {
  const cache = openCache();
  const first = [piece('a'), piece('b', true), piece('c')];
  expect(cache(first)).toEqual({ input: 30, read: 0, written: 20 });
  expect(cache([piece('a'), piece('b'), piece('c', true)])).toEqual({
    ...{ input: 30, read: 20, written: 10 },
  });
  const far = [piece('a'), piece('b'), ...Array(25).fill(piece('y')), piece('z', true)];
  expect(cache(far)).toEqual({ input: 280, read: 0, written: 280 });
});
