import type { Page, Pages } from '../../vocabulary/web.ts';

const KEPT_MS = 15 * 60_000;
const MOST_PAGES = 50;
const MOST_CHARS = 8_000_000;

/** The pages of a session, for a quarter of an hour; the oldest make room. */
export function createPages(now: () => number = Date.now): Pages {
  const kept = new Map<string, { readonly page: Page; readonly at: number }>();
  const chars = () => [...kept.values()].reduce((sum, { page }) => sum + page.text.length, 0);
  return {
    get: (url) => {
      const found = kept.get(url);
      if (found && now() - found.at < KEPT_MS) return found.page;
      kept.delete(url);
      return undefined;
    },
    put: (url, page) => {
      kept.delete(url);
      kept.set(url, { page, at: now() });
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_PAGES && chars() <= MOST_CHARS) return;
        kept.delete(oldest);
      }
    },
  };
}
