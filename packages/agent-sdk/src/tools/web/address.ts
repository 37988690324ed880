import { isIP } from 'node:net';
import { bareHost, domainOf } from '@wavehooks/hooks/vocabulary';
import { isInner } from '@wavehooks/hooks/web';
import type { WebAccess } from '../../vocabulary/web.ts';

/** An address that may be fetched, as far as its text tells, or what is wrong with it. */
export function readAddress(text: string, base?: URL): URL | string {
  if (!URL.canParse(text, base?.href)) return EXPECTED;
  const url = new URL(text, base);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return EXPECTED;
  if (url.username !== '' || url.password !== '')
    return 'an address without a user name and a password: WebFetch sends none';
  // What stands behind `#` is never sent, and makes no other page.
  url.hash = '';
  return url;
}

const EXPECTED = 'a web address that begins with https:// or http://';

/** Where a request goes: nobody looks the name up again. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly inner: boolean;
}

/** What an address leads to, by the addresses that its host was found to have. */
export function destinationOf(
  url: URL,
  addresses: readonly string[],
  names: WebAccess['names'],
): Destination | string {
  if (addresses.length === 0) return `${bareHost(url)} has no address.`;
  const inner = addresses.find(isInner);
  if (inner === undefined) return { url: secured(url), addresses, inner: false };
  return names(url) ? { url, addresses, inner: true } : innerRefusal(url, inner);
}

/** The same before anybody looks a name up, which already tells others of it. */
export function refusedAtOnce(url: URL, names: WebAccess['names']): string | undefined {
  const host = addressIn(url);
  const near = isIP(host) === 0 ? /(^|\.)localhost$/.test(host) : isInner(host);
  return near && !names(url) ? innerRefusal(url, host) : undefined;
}

/** A host that is an address already; its brackets belong to the URL. */
export const addressIn = (url: URL): string => bareHost(url).replace(/^\[|\]$/g, '');

/** With the very rule that would allow it. */
const innerRefusal = (url: URL, address: string): string =>
  `${url.host} leads to ${address}, which is on this machine or in a private network. WebFetch goes there only if an allow rule of the user names the host: WebFetch(${domainOf(url)}).`;

/** On the open web nothing is sent that anybody on the way can read or change. */
function secured(url: URL): URL {
  if (url.protocol === 'https:') return url;
  const secure = new URL(url);
  secure.protocol = 'https:';
  return secure;
}

/** What a redirect that does not stay leads to, in words. */
export function elsewhereOf(from: URL, to: URL): string {
  if (bareHost(from) !== bareHost(to)) return 'another host';
  return from.port === to.port ? 'another protocol' : 'another port of the same host';
}

/** Whether a redirect stays where the user let the call go: the same host, and its port or a safer one. */
export function staysThere(from: URL, to: URL): boolean {
  if (bareHost(from) !== bareHost(to)) return false;
  if (from.protocol === to.protocol) return from.port === to.port;
  return to.protocol === 'https:' && from.port === '' && to.port === '';
}
