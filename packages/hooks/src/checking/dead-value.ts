import { type Matcher, matches, names } from '../entries/match.ts';
import { type EventName, specOf } from '../vocabulary/events.ts';
import { suggest } from '../vocabulary/suggest.ts';

/** What of a matcher on an event whose subject has a list of values never comes. */
export interface DeadValue {
  readonly text: string;
  /** The values that it looks for and that only Claude Code has; none: nobody has what it looks for. */
  readonly elsewhere: readonly string[];
}

/** Why a matcher never fires on an event whose subject has a list of values; undefined when it can. */
export function deadValue(event: EventName, matcher: Matcher): DeadValue | undefined {
  const { subject, values, elsewhere: others = [] } = specOf(event);
  if (!values || matcher.is === 'all' || values.some((value) => reaches(matcher, value, subject)))
    return undefined;
  const ours = `${subject} of ${event} (${values.join(', ')})`;
  const elsewhere = others.filter((value) => reaches(matcher, value, subject));
  if (elsewhere.length > 0) {
    const text = `"matcher" names ${elsewhere.join(', ')}, which Claude Code has and Wave does not: it matches no ${ours}, so its hooks never run`;
    return { text, elsewhere };
  }
  const meant = matcher.is === 'names' ? nearest([...matcher.names], values) : undefined;
  const text = `"matcher" matches no ${ours}, so its hooks never run${meant ? `; did you mean "${meant}"?` : ''}`;
  return { text, elsewhere };
}

const reaches = (matcher: Matcher, value: string, subject: string | undefined): boolean =>
  names(matcher, value) || matches(matcher, value, subject);

const nearest = (given: readonly string[], values: readonly string[]): string | undefined =>
  given.map((name) => suggest(name, values)).find((one) => one !== undefined);
