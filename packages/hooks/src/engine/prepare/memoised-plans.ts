import type { Entry } from '../../entries/entry.ts';
import { specOf } from '../../vocabulary/events.ts';
import type { CheckedInput } from './input.ts';
import { plan } from './plan.ts';

const NO_HOOKS: readonly Entry[] = [];

/** Tool names come from a model: the memory of plans must not grow with them. */
const MAX_PLANS = 1_000;

/** An event that no hook is for is known by a look into the index. */
export function memoisedPlans(
  all: readonly Entry[],
): (input: CheckedInput, scopes?: readonly string[]) => readonly Entry[] {
  const plans = new Map<string, readonly Entry[]>();
  const byEvent = Map.groupBy(all, ({ event }) => event);
  return (input, under = []) => {
    const event = input.hook_event_name;
    const entries = byEvent.get(event);
    if (!entries) return NO_HOOKS;
    const subject = specOf(event).subject;
    const name = subject ? String(input[subject] ?? '') : '';
    const scopes = under.filter((id) => entries.some(({ scope }) => scope?.id === id));
    const key = [event, name, ...scopes].join('\n');
    const known = plans.get(key);
    if (known) return known;
    const made = plan(entries, event, name, scopes);
    if (plans.size < MAX_PLANS) plans.set(key, made);
    return made;
  };
}
