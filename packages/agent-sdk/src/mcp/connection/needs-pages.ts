import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { isObject } from '@wavehooks/hooks/vocabulary';
import type { AskedOfUs, Elicited } from './asked-of-us.ts';

type Pages = readonly Readonly<Record<string, unknown>>[];

/** A server that wants more pages than that opened wants too much. */
const MOST_PAGES = 3;

/** The pages that a server wants the user to open before it does what it was asked. */
export function pagesIn(error: unknown): Pages {
  if (!(error instanceof ProtocolError) || error.code !== ProtocolErrorCode.UrlElicitationRequired)
    return [];
  const { elicitations } = isObject(error.data) ? error.data : {};
  const pages = Array.isArray(elicitations) ? elicitations.filter(isObject) : [];
  return pages.slice(0, MOST_PAGES);
}

/** Shows them, one after the other, and says what became of it. What was asked is not asked again by itself. */
export async function showPages(
  pages: Pages,
  elicit: AskedOfUs['elicit'],
  signal: AbortSignal,
): Promise<string> {
  for (const page of pages) {
    const { action } = await elicit({ ...page, mode: 'url' }, signal);
    if (action !== 'accept') return SAYS[action];
  }
  return SAYS.accept;
}

const SAYS: Readonly<Record<Elicited['action'], string>> = {
  accept: 'the user has opened the page that it asks for; ask again once they are done there',
  decline: 'the user did not open the page that it asks for',
  cancel: 'the page that it asks for was not opened',
};
