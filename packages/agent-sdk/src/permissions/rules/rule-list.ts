import { type ParsedRule, parseRule } from './parse-rule.ts';

/** The rules of a list, read, with what was made of them: settings give every call the same few lists. */
export class RuleList {
  readonly rules: readonly ParsedRule[];
  readonly #written: readonly string[];
  readonly #made = new Map<string, unknown>();

  constructor(written: readonly string[]) {
    this.#written = [...written];
    this.rules = this.#written.map(parseRule);
  }

  is(written: readonly string[]): boolean {
    const own = this.#written;
    return own.length === written.length && own.every((rule, at) => rule === written[at]);
  }

  /** What is made of the rules; `make` is called for the first who asks. */
  made<T>(what: string, make: (rules: readonly ParsedRule[]) => T): T {
    if (!this.#made.has(what)) this.#made.set(what, make(this.rules));
    return this.#made.get(what) as T;
  }
}

const known: RuleList[] = [];
const MAX_KNOWN = 8;

export function ruleList(written: readonly string[]): RuleList {
  const last = known.find((one) => one.is(written));
  if (last !== undefined) return last;
  const list = new RuleList(written);
  known.unshift(list);
  known.length = Math.min(known.length, MAX_KNOWN);
  return list;
}
