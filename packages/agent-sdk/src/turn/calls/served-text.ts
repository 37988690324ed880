import { isObject } from '@wavehooks/hooks/vocabulary';

/** What a search found: for people and hooks. The rest of its output only its provider can read. */
export interface Found {
  readonly title: string;
  readonly url: string;
}

export function foundIn(output: unknown): readonly Found[] {
  if (!Array.isArray(output)) return [];
  return output.filter(isObject).flatMap(({ title, url }) => {
    if (typeof url !== 'string') return [];
    return [{ title: typeof title === 'string' ? title : url, url }];
  });
}

export function servedText(output: unknown, failed: boolean | undefined): string {
  if (failed) return `The search failed: ${codeIn(output)}.`;
  const found = foundIn(output);
  return found.length === 0
    ? 'Nothing was found.'
    : found.map(({ title, url }) => `${title}\n${url}`).join('\n\n');
}

const codeIn = (output: unknown): string =>
  isObject(output) && typeof output['errorCode'] === 'string'
    ? output['errorCode']
    : 'no reason given';
