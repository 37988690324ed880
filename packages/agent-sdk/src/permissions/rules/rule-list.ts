import { type ParsedRule, parseRule } from './parse-rule.ts';

/** The rules of a list, read, with what was made of them. */
export interface RuleList {
  readonly rules: readonly ParsedRule[];
  /** What is made of the rules; `make` is called for the first who asks. */
  made<T>(what: string, make: (rules: readonly ParsedRule[]) => T): T;
}

/** Settings give every call the same few lists. */
export function ruleList(written: readonly string[]): RuleList {
  const same = known.find((one) => isSame(one.written, written));
  if (same !== undefined) return same.list;
  const list = read(written);
  known.unshift({ written: [...written], list });
  known.length = Math.min(known.length, MAX_KNOWN);
  return list;
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
