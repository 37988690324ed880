import type { Entry } from '../../entries/entry.ts';
import { matches, names } from '../../entries/match.ts';
import { identityOf } from '../../handlers/index.ts';
import { type EventName, specOf } from '../../vocabulary/events.ts';

/**
 * The hooks of one event, in configuration order, twins folded into one. Where a hook has a condition,
 * which of them are twins shows only with an input.
 */
export function plan(
  entries: readonly Entry[],
  event: EventName,
  subject: string,
  scopes: readonly string[] = [],
): Entry[] {
  const active = entries.filter(
    (entry) => entry.event === event && entry.enabled && entry.approved && isInForce(entry, scopes),
  );
  const matching = active.filter(
    (entry) =>
      reaches(entry, subject) && matches(entry.matcher, subject, specOf(entry.event).subject),
  );
  return matching.some(({ if: rule, once }) => rule !== undefined || once)
    ? matching
    : foldTwins(matching);
}

const isInForce = ({ scope }: Entry, scopes: readonly string[]): boolean =>
  scope === undefined || scopes.includes(scope.id);

/** Some values are only for hooks that ask for them. */
const reaches = ({ event, matcher }: Entry, subject: string): boolean =>
  !specOf(event).onlyByName?.includes(subject) || names(matcher, subject);

/** Identical hooks run once, at the first one's place, with the strictest settings of them all. */
export function foldTwins(entries: readonly Entry[]): Entry[] {
  const folded = new Map<unknown, Entry>();
  for (const entry of entries) {
    const identity = identityOf(entry);
    const first = folded.get(identity);
    folded.set(identity, first ? strictest(first, entry) : entry);
  }
  return [...folded.values()];
}

function strictest({ async, ...first }: Entry, twin: Entry): Entry {
  // Where one of them is waited for, what it says counts.
  const late = async && twin.async && (twin.async === 'rewake' ? twin.async : async);
  return {
    ...first,
    ...(late ? { async: late } : {}),
    onError: first.onError === 'block' ? 'block' : twin.onError,
    timeoutMs: Math.max(first.timeoutMs, twin.timeoutMs),
    // What one of them was approved with holds for the run that stands for both.
    pins: [...first.pins, ...twin.pins],
  };
}
