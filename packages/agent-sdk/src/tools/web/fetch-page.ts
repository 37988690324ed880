import { isIP } from 'node:net';
import { messageOf } from '../../base/error-text.ts';
import { count } from '../../base/text.ts';
import { unlessAborted } from '../../base/wait.ts';
import type { Page, WebAccess } from '../../vocabulary/web.ts';
import { addressIn, type Destination, destinationOf, readAddress, staysThere } from './address.ts';
import { mediaOf, textOf } from './media.ts';
import { type Answer, request } from './request.ts';

export interface Limits {
  readonly timeMs: number;
  readonly bytes: number;
  readonly hops: number;
  /** Of the markdown that is kept. */
  readonly chars: number;
}

export const LIMITS: Limits = { timeMs: 30_000, bytes: 5 * 1024 * 1024, hops: 5, chars: 1_000_000 };

export type Fetched =
  | { readonly is: 'page'; readonly page: Page }
  /** It is elsewhere, and nobody has been asked about that. */
  | { readonly is: 'elsewhere'; readonly url: string; readonly status: number }
  | { readonly is: 'failed'; readonly why: string };

/** Fetches a page that the user let the agent fetch. Every hop is checked where it connects. Never rejects. */
export async function fetchPage(
  url: URL,
  access: Pick<WebAccess, 'lookup' | 'names'>,
  signal: AbortSignal,
  limits: Limits = LIMITS,
): Promise<Fetched> {
  const late = AbortSignal.timeout(limits.timeMs);
  try {
    return await follow(url, access, AbortSignal.any([signal, late]), limits);
  } catch (error) {
    if (signal.aborted) return failed('The fetch was ended by the user before it was done.');
    if (late.aborted) return failed(`${url.host} took longer than ${limits.timeMs / 1000} s.`);
    return failed(`${url.host} could not be fetched: ${reasonOf(error)}.`);
  }
}

const failed = (why: string): Fetched => ({ is: 'failed', why });

/** Where several addresses were tried, each says why it failed. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join('; ')
    : messageOf(error).replace(/\.$/, '');

async function follow(
  start: URL,
  access: Pick<WebAccess, 'lookup' | 'names'>,
  signal: AbortSignal,
  limits: Limits,
): Promise<Fetched> {
  let url = start;
  for (let hop = 0; hop <= limits.hops; hop++) {
    const found = await unlessAborted(addressesOf(url, access), signal);
    const to = destinationOf(url, found, access.names);
    if (typeof to === 'string') return failed(to);
    const answer = await request(to, limits.bytes, signal);
    if (answer.location === undefined || !REDIRECTS.has(answer.status))
      return toPage(to, answer, limits);
    const next = readAddress(answer.location, to.url);
    if (typeof next === 'string')
      return failed(`${to.url.href} leads elsewhere, but not to ${next}.`);
    if (!staysThere(to.url, next))
      return { is: 'elsewhere', url: next.href, status: answer.status };
    url = next;
  }
  return failed(`${start.href} was redirected more than ${limits.hops} times.`);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const addressesOf = async (
  url: URL,
  { lookup }: Pick<WebAccess, 'lookup'>,
): Promise<readonly string[]> => {
  const host = addressIn(url);
  return isIP(host) === 0 ? lookup(host) : [host];
};

async function toPage(
  { url, inner }: Destination,
  { body, cut, type, status, statusText }: Answer,
  limits: Limits,
): Promise<Fetched> {
  const media = mediaOf(type, body.subarray(0, 4096));
  if (media.is === 'other')
    return failed(
      `${url.href} is ${media.what}, ${count(body.length)} bytes${cut ? ' and more' : ''}. WebFetch reads text only.`,
    );
  const text = textOf(body, type);
  const known = { url: url.href, status, statusText, type, bytes: body.length, inner };
  if (media.is === 'text')
    return { is: 'page', page: { ...known, title: '', text: text.slice(0, limits.chars), cut } };
  // Loaded with the first page: a start does not pay for it.
  const { toMarkdown } = await import('./html/to-markdown.ts');
  const made = toMarkdown(text, url, limits.chars);
  return { is: 'page', page: { ...known, ...made, cut: cut || made.cut } };
}
