import { isEventName } from '@wavehooks/hooks';
import { compileMatcher, matches, specOf } from '@wavehooks/hooks/vocabulary';
import type { InventoryRecord } from '@wavehooks/settings/log';
import { type Logged, ofKind } from './logged.ts';
import type { Call, Candidate, Moment, Setup, Span } from './trace.ts';

type Listed = InventoryRecord['hooks'][number];

/** Which hooks were set up when: each process of a session says so once. */
export interface Setups {
  readonly inventories: readonly (InventoryRecord & Logged)[];
}

export const setupsIn = (records: readonly Logged[]): Setups => ({
  inventories: ofKind(records, 'inventory'),
});

/** The setup of the process that wrote a record; the last one where that is not known. */
export function setupOf({ chain }: Logged, { inventories }: Setups): number {
  const own = inventories.findIndex((one) => one.chain === chain);
  return own >= 0 ? own : inventories.length - 1;
}

export const inventoryOf = (record: Logged, setups: Setups): InventoryRecord | undefined =>
  setups.inventories[setupOf(record, setups)];

/** What hooks are for an event, and what it is about. */
const eventKey = (event: string, subject = ''): string => `${event} ${subject}`;

/** The events that calls and moments had, with the hooks that were set up for each. */
export function candidatesOf(spans: readonly Span[], { inventories }: Setups): readonly Setup[] {
  const met = spans.flatMap((span) =>
    span.is === 'call' ? [callEvent(span)] : span.is === 'moment' ? [momentEvent(span)] : [],
  );
  const keys = new Map(met.map(([event, subject]) => [eventKey(event, subject), [event, subject]]));
  return inventories.map(({ hooks }) =>
    Object.fromEntries(
      [...keys].map(([key, [event = '', subject]]) => [
        key,
        hooks.filter((one) => one.event === event).map((one) => candidate(one, subject)),
      ]),
    ),
  );
}

type Met = readonly [event: string, subject: string | undefined];

/** What lets a call pass. What comes after it depends on how it ended. */
const callEvent = ({ tool }: Call): Met => ['PreToolUse', tool];
const momentEvent = ({ event, subject }: Moment): Met => [event, subject];

/** A hook, and why it did not run, if it did not. */
function candidate(
  { hook, source, matcher, if: rule, event }: Listed,
  subject?: string,
): Candidate {
  const miss = subject === undefined ? undefined : mismatch(matcher, event, subject);
  const held = rule === undefined ? OTHERWISE : `its "if" did not hold: ${rule}`;
  return { hook, source, why: miss ?? held };
}

const OTHERWISE =
  'it matches, but was left out: it runs once a session, only somewhere else, or is the same as another';

function mismatch(text: string, event: string, subject: string): string | undefined {
  const matcher = compileMatcher(text);
  if ('error' in matcher) return `its matcher is ${matcher.error}`;
  const field = isEventName(event) ? specOf(event).subject : undefined;
  if (field === undefined || matches(matcher, subject, field)) return undefined;
  return `"${text}" does not match ${subject}`;
}
