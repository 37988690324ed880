import { isDeepStrictEqual } from 'node:util';
import {
  isElsewhere,
  isKnown,
  isWeighty,
  type Meaning,
  meantBy,
  SECTION,
  SECTION_EVENT,
  SECTION_NAMES,
  SPELLINGS,
  type Spelling,
  TOP_NAMES,
} from '../vocabulary/answer.ts';
import { EVENT_NAMES, type EventName, isEventName, takes } from '../vocabulary/events.ts';
import { isObject, list, misfit, show } from '../vocabulary/shape.ts';

/** What an answer says, each field checked by itself. */
export interface Answer extends Remarked {
  continue?: boolean;
  stopReason?: string;
  warning?: string;
  decision?: 'allow' | 'ask' | 'deny' | 'block';
  blocked?: boolean;
  reason?: string;
  rewrite?: Record<string, unknown>;
  context?: string;
}

/** What was wrong with the fields of an object. */
export interface Remarked {
  /** What was dropped or doubtful, in words for the user. */
  remarks: string[];
  /** A field that would have decided or rewritten was dropped. */
  lostDecision: boolean;
}

type Raw = Readonly<Record<string, unknown>>;

export function readAnswer(event: EventName, given: Raw, twice: Ways = []): Answer {
  const answer: Answer = { remarks: [], lostDecision: false };
  const raw = withoutTwins(given, twice, answer);
  const places = {
    top: raw,
    section: sectionOf(event, raw, answer),
    stray: strayOf(event, raw, answer),
  };
  for (const meaning of Object.keys(SPELLINGS) as Meaning[])
    readMeaning(meaning, event, places, answer);
  remarkOnConflict(answer);
  return answer;
}

/** What is wrong with the names in an object that is no answer. */
export function remarksOn(foreign: Raw): Remarked {
  const remarked: Remarked = { remarks: [], lostDecision: false };
  remarkOnNames(foreign, '', TOP_NAMES, remarked);
  return remarked;
}

type Ways = readonly (readonly string[])[];

/** A field that is given twice is dropped, also where what is given twice stands inside of it. */
function withoutTwins(raw: Raw, twice: Ways, answer: Answer): Raw {
  const clean: Record<string, unknown> = { ...raw };
  for (const [top = '', ...below] of twice) {
    const inSection = top === SECTION && below.length > 0;
    const [field = '', ...inside] = inSection ? below : [top, ...below];
    const holder = inSection ? { ...(clean[SECTION] as Raw) } : clean;
    if (!Object.hasOwn(holder, field)) continue;
    delete holder[field];
    if (inSection) clean[SECTION] = holder;
    const what = inside.length > 0 ? `it gives "${inside.join('.')}" twice` : 'it is given twice';
    answer.remarks.push(`"${inSection ? `${SECTION}.` : ''}${field}" was ignored: ${what}`);
    if (isWeighty(field)) answer.lostDecision = true;
  }
  return clean;
}

interface Places {
  top: Raw;
  section: Raw;
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
  remarkOnNames(section, `${SECTION}.`, SECTION_NAMES, answer);
  return isFor(event, section, `${SECTION}.`, answer) ? section : {};
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

function remarkOnNames(
  value: Raw,
  path: string,
  expected: readonly string[],
  answer: Remarked,
): void {
  for (const name of Object.keys(value)) {
    if (expected.includes(name) || value[name] == null || (path === '' && isKnown(name))) continue;
    if (isElsewhere(name)) {
      answer.remarks.push(
        `"${path}${name}" was ignored: Claude Code supports this field, Wave does not`,
      );
      continue;
    }
    const meant = isKnown(name) ? name : meantBy(name, expected);
    if (meant === undefined) continue;
    answer.remarks.push(
      isKnown(name)
        ? `"${path}${name}" was ignored: "${name}" belongs at the top level`
        : `"${path}${name}" is not a field; did you mean "${meant}"?`,
    );
    if (isWeighty(meant)) answer.lostDecision = true;
  }
}

/** Takes the first spelling that holds; the others are only compared with it. */
function readMeaning(meaning: Meaning, event: EventName, places: Places, answer: Answer): void {
  const found = candidates(meaning, places)
    .map((one) => ({ ...one, value: checked(one.spelling, event, one.path, one.value, answer) }))
    .filter(
      ({ value }) => value !== undefined && !(typeof value === 'string' && value.trim() === ''),
    );
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

function candidates(meaning: Meaning, { top, section, stray }: Places) {
  return (SPELLINGS[meaning] as readonly Spelling[]).flatMap((spelling) => {
    const { field } = spelling;
    const spots =
      spelling.in === 'top'
        ? [{ path: field, value: top[field], stray: false }]
        : [
            { path: `${SECTION}.${field}`, value: section[field], stray: false },
            { path: field, value: stray[field], stray: true },
          ];
    return spots.filter(({ value }) => value != null).map((spot) => ({ spelling, ...spot }));
  });
}

/** The value that a field contributes, or undefined when it is dropped. */
function checked(
  spelling: Spelling,
  event: EventName,
  path: string,
  value: unknown,
  answer: Answer,
): unknown {
  const drop = (remark: string) => {
    answer.remarks.push(remark);
    if (isWeighty(spelling.field)) answer.lostDecision = true;
    return undefined;
  };
  if (!takes(event, spelling.needs))
    return drop(`"${path}" was ignored: ${event} does not support it`);
  const expected = misfit({ is: spelling.is }, value);
  if (expected) return drop(dropped(path, expected, value));
  if (!spelling.words) return value;
  return (
    wordSignal(spelling.words, event, value) ??
    drop(dropped(path, wordsOf(spelling.words, event), value))
  );
}

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
