import { differences, differenceText, type Expected } from './compare.ts';
import type { Tried } from './try.ts';

/** What is not as expected, a line each; empty when all is. */
export const checkHook = ({ verdict }: Pick<Tried, 'verdict'>, expected: Expected): string[] =>
  differences(verdict, expected).map(differenceText);

/** For node:test and others: throws when something is not as expected, and says all of it. */
export function assertHook(tried: Pick<Tried, 'verdict'>, expected: Expected): void {
  const wrong = checkHook(tried, expected);
  if (wrong.length > 0) throw new Error(`the hook did otherwise:\n  ${wrong.join('\n  ')}`);
}
