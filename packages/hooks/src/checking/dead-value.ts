import { type Matcher, MatcherTooSlow, matches, names } from '../entries/match.ts';
import { type EventName, specOf } from '../vocabulary/events.ts';
import { suggest } from '../vocabulary/suggest.ts';

/** Why a matcher never fires on an event whose subject has a list of values; undefined when it can. */
export function deadValue(event: EventName, matcher: Matcher): string | undefined {
  const { subject, values } = specOf(event);
  if (!values || matcher.is === 'all' || values.some((value) => reaches(matcher, value)))
    return undefined;
  const meant = matcher.is === 'names' ? nearest([...matcher.names], values) : undefined;
  return `"matcher" matches no ${subject} of ${event} (${values.join(', ')}), so its hooks never run${meant ? `; did you mean "${meant}"?` : ''}`;
}

/** One that does not come to an end is told where it runs. */
function reaches(matcher: Matcher, value: string): boolean {
  try {
    return names(matcher, value) || matches(matcher, value);
  } catch (error) {
    if (error instanceof MatcherTooSlow) return true;
    throw error;
  }
}

const nearest = (given: readonly string[], values: readonly string[]): string | undefined =>
  given.map((name) => suggest(name, values)).find((one) => one !== undefined);
