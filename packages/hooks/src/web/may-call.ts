import { isInner } from './inner.ts';
import { net } from './net.ts';
import { fitsPattern, readUrlPattern } from './url-pattern.ts';

/** Which addresses hooks may call; undefined where the user's settings do not say. */
export type Allowed = readonly string[] | undefined;

/** What is known of an address before anybody looked its name up. */
export type MayCall =
  /** `named`: by its host, letter for letter. Only then may it be on this machine or near it. */
  { readonly named: boolean } | { readonly refused: string };

export function mayCall(url: URL, allowed: Allowed): MayCall {
  const fitting = (allowed ?? []).flatMap((text) => {
    const pattern = readUrlPattern(text);
    return typeof pattern !== 'string' && fitsPattern(url, pattern) ? [pattern] : [];
  });
  if (allowed && fitting.length === 0)
    return { refused: refusal(url, allowed, 'is not among the addresses that hooks may call') };
  const named = fitting.some(({ host }) => !host.includes('*'));
  const address = url.hostname.replace(/^\[|\]$/g, '');
  return !named && net().isIP(address) !== 0 && isInner(address)
    ? { refused: refusal(url, allowed, IS_INNER) }
    : { named };
}

/** What is wrong with where a name leads; one such address among others is enough. */
export const innerRefusal = (
  url: URL,
  allowed: Allowed,
  addresses: readonly string[],
): string | undefined => {
  const found = addresses.find(isInner);
  return found && refusal(url, allowed, `leads to ${found}, which ${IS_INNER}`);
};

const IS_INNER = 'is on this machine or in a private network';

/** With the very line that would allow it. */
function refusal(url: URL, allowed: Allowed, why: string): string {
  const line = JSON.stringify([...(allowed ?? []), lineFor(url)]).replaceAll('","', '", "');
  return `${originOf(url)} ${why}; to allow it, put this line into ~/.wave/settings.json: "allowedHttpHookUrls": ${line}`;
}

/** A query may hold a secret. */
const lineFor = (url: URL): string =>
  `${url.origin}${url.pathname}${url.search === '' ? '' : '?*'}`;

const originOf = ({ origin }: URL): string => origin;
