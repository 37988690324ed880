import { isIP } from 'node:net';
import { isInner } from '@wavehooks/hooks/web';

/** How near an address is to this machine. */
export type Nearness = 'loopback' | 'private' | 'public';

/**
 * THE TABLE of who may send us where. What a server on the open web says about its login must not make us
 * call this machine or the network around it; a server on this machine is the user's own.
 */
export const MAY_NAME: Readonly<Record<Nearness, readonly Nearness[]>> = {
  public: ['public'],
  private: ['public', 'private'],
  loopback: ['public', 'private', 'loopback'],
};

/** The nearest of several counts: one is enough. */
export function nearest(addresses: readonly string[]): Nearness {
  const all = addresses.map(nearnessOf);
  return all.find((one) => one === 'loopback') ?? all.find((one) => one === 'private') ?? 'public';
}

const nearnessOf = (address: string): Nearness =>
  LOOPBACK.test(address) ? 'loopback' : isInner(address) ? 'private' : 'public';

/** Whoever calls "any address of this machine" reaches it, too. */
const LOOPBACK =
  /^((::ffff:)?(127|0)\.\d+\.\d+\.\d+|::1?|::ffff:(7f[0-9a-f]{2}|0):[0-9a-f]{1,4})$/i;

/** The address in a URL, where it has one without anybody looking a name up. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return host;
  return /(^|\.)localhost$/i.test(host) ? '127.0.0.1' : undefined;
}
