import { DECISION, SECTION, SECTION_EVENT } from '../vocabulary/answer.ts';
import {
  EVENT_NAMES,
  type EventName,
  isEventName,
  type Raw,
  specOf,
} from '../vocabulary/events.ts';
import { isObject, list, show } from '../vocabulary/shape.ts';
import {
  DECISION_NAMES,
  isWeighty,
  SECTION_NAMES,
  sectionNames,
  TOP_NAMES,
} from './answer-names.ts';
import { dropped, type Remarked, remarkOnNames } from './names.ts';

/** Where the fields of an answer can stand. */
export interface Places {
  top: Raw;
  section: Raw;
  /** The object that answers a question of permission. */
  decision: Raw;
  /** Fields of the section that stand at the top level. */
  stray: Raw;
}

/** Looks at the names in each place, and leaves out a place that is for another event. */
export function placesIn(event: EventName, raw: Raw, answer: Remarked): Places {
  const section = sectionOf(event, raw, answer);
  const { decision, top } = decisionOf(event, section, raw, answer);
  return { top, section, decision, stray: strayOf(event, top, answer) };
}

function sectionOf(event: EventName, raw: Raw, answer: Remarked): Raw {
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
  answer: Remarked,
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
function strayOf(event: EventName, raw: Raw, answer: Remarked): Raw {
  remarkOnNames(raw, '', TOP_NAMES, answer);
  const stray = Object.fromEntries(
    SECTION_NAMES.filter((name) => raw[name] != null).map((name) => [name, raw[name]]),
  );
  return isFor(event, stray, '', answer) ? stray : {};
}

/** A section is for another event only if it names one. A name that is no event is dropped. */
function isFor(event: EventName, section: Raw, path: string, answer: Remarked): boolean {
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
