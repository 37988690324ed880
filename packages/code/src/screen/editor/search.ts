/** What is looked for in what was sent before, and how many that fit were passed. */
export interface Search {
  readonly query: string;
  readonly passed: number;
}

export const SEARCH: Search = { query: '', passed: 0 };

/** With a text more to look for. The line of a search is one line: of a paste, that is its first. */
export const searchedFor = ({ query }: Search, text: string): Search => ({
  query: query + (text.split(/[\r\n]/)[0] ?? ''),
  passed: 0,
});

/** What fits, the newest first, each once. */
export function matches(all: readonly string[], query: string): readonly string[] {
  const wanted = query.toLowerCase();
  return [...new Set([...all].reverse())].filter((text) => text.toLowerCase().includes(wanted));
}

/** The one that is shown; the last where more were passed than there are. */
export const matchOf = (found: readonly string[], { passed }: Search): string | undefined =>
  found[Math.min(passed, found.length - 1)];

/** One further back, as far as there is one. */
export const further = (search: Search, count: number): Search => ({
  ...search,
  passed: Math.max(0, Math.min(search.passed + 1, count - 1)),
});

/** Where one is: "2 of 5", or that there is no match. */
export const placeIn = (count: number, { passed }: Search): string =>
  count === 0 ? 'no match' : `${Math.min(passed, count - 1) + 1} of ${count}`;
