import type { LookupFunction } from 'node:net';
import type { Lookup } from './lookup.ts';
import { net } from './net.ts';

/** The connection goes to the very addresses that were checked: nobody looks the name up again. */
export const checkedLookup =
  (lookup: Lookup, check: (found: readonly string[]) => string | undefined): LookupFunction =>
  (host, { all }, done) => {
    const found = async () => {
      const addresses = await lookup(host);
      const wrong = addresses.length === 0 ? `${host} has no address` : check(addresses);
      if (wrong !== undefined) throw new Error(wrong);
      return addresses.map((address) => ({ address, family: net().isIP(address) }));
    };
    found().then(
      (list) => (all ? done(null, list) : done(null, list[0]?.address ?? '', list[0]?.family)),
      (error) => done(error, []),
    );
  };

/** The same where somebody has looked and checked already: these addresses and no other. */
export const pinned = (addresses: readonly string[]): LookupFunction =>
  checkedLookup(
    async () => addresses,
    () => undefined,
  );
