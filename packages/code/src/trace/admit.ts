import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is refused: the status, and a word for whoever made it by mistake. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** Whom the page is for: whoever has its address, in a browser that came here by itself. */
export interface Door {
  readonly token: string;
  readonly port: number;
}

/**
 * A page of another site may send requests here, by our address or by a name of its own that leads here.
 * A browser says which name and which site it was; the token is what no other page knows.
 */
export function refusalOf(
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
  { token, port }: Door,
): Refusal | undefined {
  const { host, origin } = headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host))
    return { status: 421, text: 'This server answers to 127.0.0.1 only.' };
  const site = headers['sec-fetch-site'];
  const isForeign =
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (isForeign) return { status: 403, text: 'This server answers to its own page only.' };
  const given = new URL(url, `http://${host}`).searchParams.get('token') ?? '';
  return isSame(given, token)
    ? undefined
    : { status: 401, text: 'The address is not complete: "wave trace --live" printed it.' };
}

/** In the same time whatever is given: hashes have one length. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
