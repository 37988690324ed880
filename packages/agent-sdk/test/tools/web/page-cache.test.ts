import { expect, test } from 'vitest';
import { createPages } from '../../../src/tools/web/page-cache.ts';

const page = (text: string) => ({
  ...{ url: 'https://a.example/', status: 200, statusText: 'OK', type: 'text/plain', bytes: 1 },
  ...{ title: '', text, cut: false, inner: false },
});

test('a page is kept for a quarter of an hour', () => {
  let now = 0;
  const pages = createPages(() => now);
  pages.put('a', page('one'));
  now = 15 * 60_000 - 1;
  expect(pages.get('a')?.text).toBe('one');
  now++;
  expect(pages.get('a')).toBeUndefined();
});

test('pages make room, the oldest first: by number and by length', () => {
  const pages = createPages();
  for (let at = 0; at < 51; at++) pages.put(String(at), page('x'));
  expect([pages.get('0'), pages.get('1')?.text, pages.get('50')?.text]).toEqual([
    undefined,
    'x',
    'x',
  ]);
  pages.put('long', page('x'.repeat(7_999_990)));
  expect([pages.get('30'), pages.get('50')?.text]).toEqual([undefined, 'x']);
});
