import { checkHooks } from '../../checking/check.ts';
import type { Hooks } from '../../checking/hooks.ts';
import type { Checked, Problem } from '../../checking/problem.ts';
import type { Source } from '../../checking/source.ts';
import type { Entry } from '../../entries/entry.ts';
import type { RuleHolds } from '../../entries/rule.ts';
import type { CheckedInput } from './input.ts';
import { memoisedPlans } from './memoised-plans.ts';

/** Where hooks are from, and who reads the rules in their `if`. */
export interface Configured {
  readonly sources?: readonly Source[];
  readonly hooks?: Hooks;
  readonly ruleHolds?: RuleHolds;
}

/** The hooks of an engine: those it was made with or has adopted since, as somebody switched them. */
export interface HooksInForce {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
  /** The hooks that are for an input, in configuration order. */
  planned(input: CheckedInput, scopes?: readonly string[]): readonly Entry[];
  adopt(sources: readonly Source[]): void;
  enable(entry: Entry, enabled: boolean): void;
}

export function hooksInForce(configured: Configured): HooksInForce {
  let checked = check(configured);
  let planned = memoisedPlans(checked.entries);
  const switched = new Map<string, boolean>();
  const put = ({ entries, problems }: Checked) => {
    const now = entries.map((entry) => ({
      ...entry,
      enabled: switched.get(keyOf(entry)) ?? entry.enabled,
    }));
    checked = { entries: now, problems };
    planned = memoisedPlans(now);
  };
  return {
    get entries() {
      return checked.entries;
    },
    get problems() {
      return checked.problems;
    },
    planned: (input, scopes) => planned(input, scopes),
    adopt: (sources) => put(check({ ...configured, sources })),
    enable: (entry, enabled) => {
      switched.set(keyOf(entry), enabled);
      put(checked);
    },
  };
}

function check(configured: Configured): Checked {
  const { entries, problems } = checkHooks(sourcesOf(configured));
  return { entries, problems: [...problems, ...unreadRules(entries, configured)] };
}

const sourcesOf = ({ sources = [], hooks }: Configured): readonly Source[] =>
  hooks === undefined ? sources : [...sources, { name: 'hooks', hooks }];

/** A condition that nobody looks at is reported: the hook runs more often than its entry says. */
const unreadRules = (entries: readonly Entry[], { ruleHolds }: Configured): Problem[] =>
  ruleHolds
    ? []
    : entries.flatMap(({ if: rule, event, source, label, path }) =>
        rule === undefined
          ? []
          : [
              {
                level: 'warning',
                event,
                source,
                hook: label,
                text: `${path}: "if" needs a host that reads permission rules (\`ruleHolds\`), so the hook always runs`,
              },
            ],
      );

/** A hook by its place: two entries can say the same. */
const keyOf = ({ from, path, source }: Entry) => `${from} ${source} ${path}`;
