import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { checkedLookup, pinned } from '../../src/web/checked-lookup.ts';

const found = (lookup: LookupFunction, all: boolean) =>
  new Promise<unknown>((resolve) =>
    lookup('host.example', { all }, (error, address: string | LookupAddress[], family?: number) =>
      resolve(error ? error.message : all ? address : [address, family]),
    ),
  );

test('what was checked is what is connected to, in both ways in which Node asks', async () => {
  const lookup = pinned(['1.1.1.1', '::1']);
  expect(await found(lookup, false)).toEqual(['1.1.1.1', 4]);
  expect(await found(lookup, true)).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
});

test('a check that refuses, a look-up that fails, and no address at all give none', async () => {
  const to =
    (...addresses: string[]) =>
    async () =>
      addresses;
  expect(
    await found(
      checkedLookup(to('10.0.0.1'), () => 'no'),
      true,
    ),
  ).toBe('no');
  expect(
    await found(
      checkedLookup(to(), () => undefined),
      true,
    ),
  ).toBe('host.example has no address');
  const broken = () => Promise.reject(new Error('gone'));
  expect(
    await found(
      checkedLookup(broken, () => undefined),
      true,
    ),
  ).toBe('gone');
});
