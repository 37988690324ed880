import type { Entry } from '../entries/entry.ts';
import { identityOf } from '../handlers/index.ts';
import { isObject } from '../vocabulary/shape.ts';
import type { CompleteInput } from './prepare/input.ts';
import { foldTwins } from './prepare/plan.ts';
import type { Setting } from './setting.ts';

/** Whether a hook that matches runs on an input: its `if` holds, and it has not had its one run. */
export function isDue(entry: Entry, input: CompleteInput, setting: Setting): boolean {
  if (entry.once && setting.spent.has(onceKey(entry, input))) return false;
  return entry.if === undefined || holds(entry.if, input, setting);
}

/** A rule that nobody can look at, or that breaks whoever looks, holds: the hook then runs. */
function holds(rule: string, input: CompleteInput, { ruleHolds, projectDir }: Setting): boolean {
  const given = input['tool_input'];
  try {
    const call = {
      tool: String(input['tool_name']),
      input: isObject(given) ? given : {},
      cwd: input.cwd,
      projectDir,
    };
    return ruleHolds?.(rule, call).holds ?? true;
  } catch {
    return true;
  }
}

export interface Due {
  /** The hook to run at the place of an entry, on an input; undefined where none is due there. */
  take(entry: Entry, input: CompleteInput): Entry | undefined;
  /** What was taken has not run after all. */
  giveBack(): void;
}

/**
 * Twins run once, for all of them that are due: one whose `if` does not hold takes nothing from one
 * whose `if` does. Asked entry by entry, since a transform may have changed what a rule looks at.
 */
export function dueOf(planned: readonly Entry[], setting: Setting): Due {
  // Without conditions, twins are one in the plan already.
  if (!planned.some(isConditional)) return ALL;
  const twins = Map.groupBy(planned, identityOf);
  const taken = new Set<unknown>();
  const spent: string[] = [];
  return {
    take: (entry, input) => {
      const identity = identityOf(entry);
      if (taken.has(identity) || !isDue(entry, input, setting)) return undefined;
      taken.add(identity);
      const due = (twins.get(identity) ?? []).filter((twin) => isDue(twin, input, setting));
      spent.push(...due.flatMap((twin) => (twin.once ? [onceKey(twin, input)] : [])));
      for (const key of spent) setting.spent.add(key);
      return foldTwins(due)[0];
    },
    giveBack: () => {
      for (const key of spent) setting.spent.delete(key);
    },
  };
}

const ALL: Due = { take: (entry) => entry, giveBack: () => {} };

/** Whether more than its event and its matcher decides that it runs. */
const isConditional = (entry: Entry): boolean => entry.if !== undefined || entry.once === true;

const onceKey = ({ from, source, path }: Entry, { session_id }: CompleteInput): string =>
  JSON.stringify([session_id, from, source, path]);
