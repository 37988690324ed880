/** Tools that providers run, by our names and by theirs. */
const SERVED: ReadonlyMap<string, string> = new Map([['WebSearch', 'web_search']]);

/** What a provider calls a tool. */
export const theirName = (name: string): string => SERVED.get(name) ?? name;

export const ourName = (name: string): string =>
  [...SERVED].find(([, theirs]) => theirs === name)?.[0] ?? name;
