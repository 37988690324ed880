import { createContext, Script } from 'node:vm';

/** What a matcher's text means. */
export type Matcher =
  | { is: 'all' }
  | { is: 'names'; names: ReadonlySet<string> }
  | { is: 'pattern'; pattern: RegExp };

/** Compiles a matcher; an error text when it cannot be one. */
export function compileMatcher(text: string | undefined): Matcher | { error: string } {
  const plain = text?.trim() ?? '';
  if (plain === '' || plain === '*') return { is: 'all' };
  if (LIST.test(plain)) return nameList(plain);
  try {
    return { is: 'pattern', pattern: new RegExp(plain) };
  } catch (error) {
    return { error: `not a regular expression: ${(error as Error).message}` };
  }
}

/** Only letters, digits, `_`, `-`, spaces, `,` and `|`: exact names. Anything else is a pattern. */
const LIST = /^[\p{L}\p{N}_\-\s,|]*$/u;

function nameList(text: string): Matcher | { error: string } {
  const names = text
    .split(/[,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0
    ? { error: 'a list without a name in it' }
    : { is: 'names', names: new Set(names) };
}

/** Throws `MatcherTooSlow` for a pattern that does not come to an end. */
export function matches(matcher: Matcher, subject: string): boolean {
  switch (matcher.is) {
    case 'all':
      return true;
    case 'names':
      return matcher.names.has(subject);
    case 'pattern':
      return boundedTest(matcher.pattern, subject);
  }
}

export class MatcherTooSlow extends Error {}

const PATTERN_LIMIT_MS = 200;

/** A hostile pattern can backtrack for years, and only a script's own time limit interrupts it. */
function boundedTest(pattern: RegExp, subject: string): boolean {
  if (isLinear(pattern)) return pattern.test(subject);
  try {
    const result: unknown = TEST.runInContext(createContext({ pattern, subject }), {
      timeout: PATTERN_LIMIT_MS,
    });
    return result === true;
  } catch {
    throw new MatcherTooSlow(`/${pattern.source}/ took more than ${PATTERN_LIMIT_MS} ms`);
  }
}

const TEST = new Script('pattern.test(subject)');

/** Two repetitions of single characters at the most, none of a group: at worst quadratic. */
const isLinear = (pattern: RegExp) =>
  (pattern.source.match(/[*+{]/g) ?? []).length <= 2 && !/[)\]][*+{]/.test(pattern.source);
