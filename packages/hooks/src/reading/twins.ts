import { DECISION, SECTION } from '../vocabulary/answer.ts';
import { type EventName, type Raw, specOf } from '../vocabulary/events.ts';
import { isWeighty } from './answer-names.ts';
import type { Remarked } from './names.ts';

/** Fields that are given twice, each as the way to it. */
export type Ways = readonly (readonly string[])[];

/** A field that is given twice is dropped, also where what is given twice stands inside of it. */
export function withoutTwins(event: EventName, raw: Raw, twice: Ways, answer: Remarked): Raw {
  const clean = { ...raw };
  for (const way of twice) {
    const [path, inside] = fieldIn(event, way);
    if (!without(clean, path)) continue;
    const what = inside.length > 0 ? `it gives "${inside.join('.')}" twice` : 'it is given twice';
    answer.remarks.push(`"${path.join('.')}" was ignored: ${what}`);
    if (isWeighty(path.at(-1) ?? '')) answer.lostDecision = true;
  }
  return clean;
}

/** The way to the field of an answer in which something stands, and the rest of the way. */
function fieldIn(event: EventName, way: readonly string[]): [string[], string[]] {
  const inSection = way[0] === SECTION && way.length > 1;
  const inDecision =
    inSection && way[1] === DECISION && way.length > 2 && specOf(event).form === DECISION;
  const depth = inDecision ? 3 : inSection ? 2 : 1;
  return [way.slice(0, depth), way.slice(depth)];
}

/** Takes a field out of `from`, copying the objects on the way to it; false when it is not there. */
function without(from: Record<string, unknown>, [name = '', ...rest]: readonly string[]): boolean {
  if (!Object.hasOwn(from, name)) return false;
  if (rest.length === 0) return delete from[name];
  const inner = { ...(from[name] as Raw) };
  from[name] = inner;
  return without(inner, rest);
}
