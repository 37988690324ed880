import { isDeepStrictEqual } from 'node:util';
import {
  counts,
  DECISION,
  DECISION_NAMES,
  hasPlace,
  isWeighty,
  type Meaning,
  SECTION,
  SECTION_EVENT,
  SECTION_NAMES,
  SPELLINGS,
  type Spelling,
  sectionNames,
  TOP_NAMES,
} from '../vocabulary/answer.ts';
import type { PermissionUpdate } from '../vocabulary/effect.ts';
import { EVENT_NAMES, type EventName, isEventName, specOf, takes } from '../vocabulary/events.ts';
import { isObject, list, misfit, misshapen, show } from '../vocabulary/shape.ts';
import { type Remarked, remarkOnNames } from './names.ts';
import { readPermissions } from './permissions.ts';
import { type Ways, withoutTwins } from './twins.ts';

/** What an answer says, each field checked by itself. */
export interface Answer extends Remarked {
  continue?: boolean;
  stopReason?: string;
  warning?: string;
  decision?: 'allow' | 'ask' | 'deny' | 'block';
  blocked?: boolean;
  reason?: string;
  /** Beside a deny: the turn ends as well. */
  interrupt?: boolean;
  rewrite?: Record<string, unknown>;
  output?: unknown;
  prompt?: string;
  content?: Record<string, unknown>;
  permissions?: PermissionUpdate[];
  context?: string;
}

type Raw = Readonly<Record<string, unknown>>;

/** `input` is that of the event: what some fields are compared with. */
export function readAnswer(
  event: EventName,
  given: Raw,
  twice: Ways = [],
  input: Raw = {},
): Answer {
  const answer: Answer = { remarks: [], lostDecision: false };
  const raw = withoutTwins(event, given, twice, answer);
  const section = sectionOf(event, raw, answer);
  const { decision, top } = decisionOf(event, section, raw, answer);
  const places = { event, input, top, section, decision, stray: strayOf(event, top, answer) };
  for (const meaning of Object.keys(SPELLINGS) as Meaning[]) readMeaning(meaning, places, answer);
  if (answer.permissions) answer.permissions = readPermissions(answer.permissions, answer.remarks);
  remarkOnConflict(answer);
  return answer;
}

interface Places {
  event: EventName;
  input: Raw;
  top: Raw;
  section: Raw;
  /** The object that answers a question of permission. */
  decision: Raw;
  /** Fields of the section that stand at the top level. */
  stray: Raw;
}

function sectionOf(event: EventName, raw: Raw, answer: Answer): Raw {
  const section = raw[SECTION] ?? undefined;
  if (section === undefined) return {};
  if (!isObject(section)) {
    answer.remarks.push(dropped(SECTION, 'an object', section));
    answer.lostDecision = true;
    return {};
  }
  remarkOnNames(section, `${SECTION}.`, sectionNames(event), answer);
  return isFor(event, section, `${SECTION}.`, answer) ? section : {};
}

/** Where an event has that form: the object in the section, or one that stands at the top level. */
function decisionOf(
  event: EventName,
  section: Raw,
  raw: Raw,
  answer: Answer,
): { decision: Raw; top: Raw } {
  if (specOf(event).form !== DECISION) return { decision: {}, top: raw };
  const { [DECISION]: atTop, ...rest } = raw;
  const inside = section[DECISION] ?? undefined;
  if (inside === undefined && isObject(atTop)) {
    answer.remarks.push(
      `"${DECISION}" belongs inside "${SECTION}"; it was taken from the top level`,
    );
    remarkOnNames(atTop, `${DECISION}.`, DECISION_NAMES, answer);
    return { decision: atTop, top: rest };
  }
  if (inside === undefined) return { decision: {}, top: raw };
  if (!isObject(inside)) {
    answer.remarks.push(dropped(`${SECTION}.${DECISION}`, 'an object with "behavior"', inside));
    answer.lostDecision = true;
    return { decision: {}, top: raw };
  }
  remarkOnNames(inside, `${SECTION}.${DECISION}.`, DECISION_NAMES, answer);
  return { decision: inside, top: raw };
}

/** A section's field at the top level is taken. */
function strayOf(event: EventName, raw: Raw, answer: Answer): Raw {
  remarkOnNames(raw, '', TOP_NAMES, answer);
  const stray = Object.fromEntries(
    SECTION_NAMES.filter((name) => raw[name] != null).map((name) => [name, raw[name]]),
  );
  return isFor(event, stray, '', answer) ? stray : {};
}

/** Only a section that names another event is for another event; a word that is none is dropped. */
function isFor(event: EventName, section: Raw, path: string, answer: Answer): boolean {
  const named = section[SECTION_EVENT] ?? undefined;
  if (named === undefined || named === event) return true;
  if (!isEventName(named)) {
    answer.remarks.push(dropped(path + SECTION_EVENT, list(EVENT_NAMES), named));
    return true;
  }
  answer.remarks.push(
    `${path}${SECTION_EVENT} is ${show(named)}, but this event is ${event}: that section was ignored`,
  );
  if (Object.keys(section).some((name) => section[name] != null && isWeighty(name)))
    answer.lostDecision = true;
  return false;
}

/** Takes the first spelling that holds; the others are only compared with it. */
function readMeaning(meaning: Meaning, places: Places, answer: Answer): void {
  const found = candidates(meaning, places)
    .map((one) => ({ ...one, value: checked(one, places, answer) }))
    .filter(({ value, spelling }) => value !== undefined && (spelling.blank || !isBlank(value)));
  const [best, ...rest] = found;
  if (!best) return;
  (answer as unknown as Record<string, unknown>)[meaning] = best.value;
  if (best.stray)
    answer.remarks.push(
      `"${best.path}" belongs inside "${SECTION}"; it was taken from the top level`,
    );
  if (meaning === 'reason') return;
  for (const other of rest)
    if (!isDeepStrictEqual(other.value, best.value))
      answer.remarks.push(`"${best.path}" and "${other.path}" disagree; "${best.path}" counts`);
}

interface Candidate {
  readonly spelling: Spelling;
  readonly path: string;
  readonly value: unknown;
  readonly stray: boolean;
}

function candidates(meaning: Meaning, places: Places): Candidate[] {
  return (SPELLINGS[meaning] as readonly Spelling[])
    .filter((spelling) => hasPlace(spelling, places.event))
    .flatMap((spelling) =>
      spotsOf(spelling, places)
        .filter(({ value }) => value != null)
        .map((spot) => ({ spelling, ...spot })),
    );
}

function spotsOf({ in: place, field }: Spelling, places: Places) {
  const spot = (value: unknown, path: string, stray = false) => ({ value, path, stray });
  if (place === 'top') return [spot(places.top[field], field)];
  if (place === 'decision')
    return [spot(places.decision[field], `${SECTION}.${DECISION}.${field}`)];
  return [
    spot(places.section[field], `${SECTION}.${field}`),
    spot(places.stray[field], field, true),
  ];
}

/** The value that a field contributes, or undefined when it is dropped. */
function checked(
  { spelling, path, value }: Candidate,
  { event, input }: Places,
  answer: Answer,
): unknown {
  const drop = (remark: string) => {
    answer.remarks.push(remark);
    if (isWeighty(spelling.field)) answer.lostDecision = true;
    return undefined;
  };
  if (!counts(spelling, event))
    return value === spelling.idle
      ? value
      : drop(`"${path}" was ignored: ${event} does not support it`);
  const expected = unfit(spelling, value, input);
  if (expected) return drop(dropped(path, expected, value));
  if (!spelling.words) return value;
  return (
    wordSignal(spelling.words, event, value) ??
    drop(dropped(path, wordsOf(spelling.words, event), value))
  );
}

/** What was expected, in words, when a value does not fit. */
function unfit({ is, like, blank }: Spelling, value: unknown, input: Raw): string | undefined {
  if (blank === 'wrong' && isBlank(value)) return 'a text that is not blank';
  const expected = misfit({ is }, value);
  if (expected || like === undefined || !misshapen(value, input[like])) return expected;
  return `a text, or a value in the shape of ${like}`;
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

type Words = NonNullable<Spelling['words']>;

function wordSignal(words: Words, event: EventName, word: unknown) {
  const signals = Object.hasOwn(words, word as string) ? words[word as string] : undefined;
  return signals?.find((signal) => takes(event, signal));
}

const wordsOf = (words: Words, event: EventName): string =>
  list(
    Object.entries(words)
      .filter(([, signals]) => signals.some((signal) => takes(event, signal)))
      .map(([word]) => word),
  );

/** In both directions: whoever wrote the answer meant one of them only. */
function remarkOnConflict({ blocked, decision, remarks }: Answer): void {
  if (blocked === undefined || decision === undefined || blocked === OBJECTS[decision]) return;
  remarks.push(`"blocked" is ${blocked}, but the decision is "${decision}": the decision counts`);
}

/** What "blocked" says when it agrees with a decision. */
const OBJECTS: Record<NonNullable<Answer['decision']>, boolean> = {
  allow: false,
  ask: false,
  deny: true,
  block: true,
};

const dropped = (path: string, expected: string, got: unknown) =>
  `"${path}" was ignored: expected ${expected}, got ${show(got)}`;
