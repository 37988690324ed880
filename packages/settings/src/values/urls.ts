import type { Problem } from '@wavehooks/hooks';
import { readUrlPattern } from '@wavehooks/hooks/entries';
import { show } from '@wavehooks/hooks/vocabulary';
import type { Warn } from './bounds.ts';

const FIELD = 'allowedHttpHookUrls';

/** The addresses of all files. What cannot be read allows nothing: a slip must not open the list. */
export function urlsIn(values: readonly unknown[]): readonly string[] | undefined {
  const given = values.filter((value) => value != null);
  if (given.length === 0) return undefined;
  const lists = given.filter((value) => Array.isArray(value));
  return lists.flat().filter((one): one is string => typeof one === 'string' && !faultOf(one));
}

/** What the settings say of the addresses that hooks may call, for an engine. */
export const webOf = ({
  settings: { allowedHttpHookUrls },
}: {
  readonly settings: { readonly allowedHttpHookUrls: readonly string[] | undefined };
}): { readonly allowedHttpHookUrls?: readonly string[] } =>
  allowedHttpHookUrls === undefined ? {} : { allowedHttpHookUrls };

/** What is wrong with the list of one file. */
export function urlProblems(value: unknown, warn: Warn): readonly Problem[] {
  if (value == null) return [];
  if (!Array.isArray(value))
    return [
      warn(
        [FIELD],
        `"${FIELD}": expected a list of texts, got ${show(value)}; it allows no address until you fix it`,
      ),
    ];
  return value.flatMap((one: unknown, at) => {
    const fault = typeof one === 'string' ? faultOf(one) : `expected a text, got ${show(one)}`;
    return fault ? [warn([FIELD, at], `"${FIELD}[${at}]": ${fault}; it allows nothing`)] : [];
  });
}

function faultOf(text: string): string | undefined {
  const pattern = readUrlPattern(text);
  return typeof pattern === 'string' ? pattern : undefined;
}
