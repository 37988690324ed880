import { expect, test } from 'vitest';
import { urlProblems, urlsIn } from '../../src/values/urls.ts';

const warn = (path: readonly (string | number)[], text: string) =>
  ({ level: 'warning', source: path.join('.'), hook: '', text }) as const;

test('nobody said: undefined; somebody did: all that can be read', () => {
  expect(urlsIn([])).toBeUndefined();
  expect(urlsIn([undefined, null])).toBeUndefined();
  expect(urlsIn([[]])).toEqual([]);
  expect(urlsIn([['https://a.example'], undefined, ['http://127.0.0.1:*']])).toEqual([
    'https://a.example',
    'http://127.0.0.1:*',
  ]);
});

test.each([['https://a.example'], [7], [{ 0: 'https://a.example' }], [true]])(
  '%j is no list: it allows nothing, and is reported',
  (value) => {
    expect(urlsIn([value])).toEqual([]);
    expect(urlProblems(value, warn)).toMatchObject([
      {
        source: 'allowedHttpHookUrls',
        text: expect.stringContaining('it allows no address until you fix it'),
      },
    ]);
  },
);

test('what is wrong in a list is reported by its place, and the rest holds', () => {
  const list = ['https://a.example', '*', 7, 'https://me:pw@b.example'];
  expect(urlsIn([list])).toEqual(['https://a.example']);
  expect(urlProblems(list, warn).map(({ source }) => source)).toEqual([
    'allowedHttpHookUrls.1',
    'allowedHttpHookUrls.2',
    'allowedHttpHookUrls.3',
  ]);
  expect(JSON.stringify(urlProblems(list, warn))).not.toContain('pw');
  expect(urlProblems(undefined, warn)).toEqual([]);
});
