import type { Endpoint } from './provider/endpoint.ts';

/** Why the key cannot be sent, without a word of the key: the message may be logged. */
export function keyFault({ key, token, checks }: Endpoint): string | undefined {
  const wrong = [key, token].find((one) => UNSENDABLE.test(one ?? ''));
  if (wrong === undefined) return undefined;
  const at = wrong.search(UNSENDABLE);
  const code = (wrong.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = wrong === token ? checks.key.replace('API_KEY', 'AUTH_TOKEN') : checks.key;
  return `${name} cannot be sent: expected letters, digits and signs of ASCII, got U+${code} as character ${at + 1}. Set it again.`;
}

/** A key goes into a header, which takes visible ASCII only. */
const UNSENDABLE = /[^\x20-\x7e]/u;
