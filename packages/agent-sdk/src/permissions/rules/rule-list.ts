import { type ParsedRule, parseRule } from './parse-rule.ts';

/** The rules of a list, read, with what was made of them. */
export interface RuleList {
  readonly rules: readonly ParsedRule[];
  /** What is made of the rules; `make` is called for the first who asks. */
  made<T>(what: string, make: (rules: readonly ParsedRule[]) => T): T;
}

/** Settings give every call the same few lists. */
export function ruleList(written: readonly string[]): RuleList {
  const at = known.findIndex((one) => isSame(one.written, written));
  const [one = { written: [...written], list: read(written) }] = at < 0 ? [] : known.splice(at, 1);
  // What was asked for last goes last: three lists of one call never push each other out.
  known.unshift(one);
  known.length = Math.min(known.length, MAX_KNOWN);
  return one.list;
}

const known: { readonly written: readonly string[]; readonly list: RuleList }[] = [];
const MAX_KNOWN = 8;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((rule, at) => rule === other[at]);

function read(written: readonly string[]): RuleList {
  const rules = written.map(parseRule);
  const all = new Map<string, unknown>();
  return {
    rules,
    made: <T>(what: string, make: (rules: readonly ParsedRule[]) => T) => {
      if (!all.has(what)) all.set(what, make(rules));
      return all.get(what) as T;
    },
  };
}
