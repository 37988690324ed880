import { isSaid, type Part, type Said, type Verb } from './say.ts';

/**
 * One answer for several files that are changed by one call, or none of them: what one file is refused is
 * refused to all, and `allow` counts only if every file has it. A part of a call cannot be rewritten.
 */
export function ofAll(all: readonly (Said<Verb> | undefined)[]): Said<Verb> | undefined {
  // What is no answer is reported by whoever writes answers.
  const odd = all.find((one) => one !== undefined && !isSaid(one));
  if (odd) return odd;
  const isAllowed = all.every((one) => one?.verbs.includes('allow'));
  const parts = all
    .flatMap((one) => one?.parts ?? [])
    .filter(({ is }) => is !== 'allow' || isAllowed)
    .map((part): Part => (part.is === 'rewrite' ? suggested(part.fields) : part));
  return parts.length > 0 ? { verbs: parts.map(({ is }) => is), parts } : undefined;
}

const suggested = (fields: Readonly<Record<string, unknown>>): Part => ({
  is: 'deny',
  text: `Suggested instead: ${JSON.stringify(fields)}`,
});
