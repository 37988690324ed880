import { asFetch } from '../send/as-fetch.ts';
import type { Send } from '../send/send.ts';
import type { Endpoint, GetJson } from './endpoint.ts';

/** A server that is there answers at once. */
const PATIENCE_MS = 3_000;

/** Asks a server for a fact about itself. Rejects if it cannot tell. */
export const getJson =
  (send: Send, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): GetJson =>
  async (url) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    const answer = await asFetch(send)(url, { method: 'GET', headers, signal: both });
    if (!answer.ok) throw new Error(`${answer.status} from ${url}`);
    return answer.json();
  };

/** What carries a key as a bearer token. */
export const authorized = ({ key }: Pick<Endpoint, 'key'>): Readonly<Record<string, string>> =>
  key ? { authorization: `Bearer ${key}` } : {};
