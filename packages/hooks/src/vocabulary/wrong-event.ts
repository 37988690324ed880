import { EVENT_NAMES } from './events.ts';
import { list, show } from './shape.ts';
import { suggest } from './suggest.ts';

/** What is wrong with the name of an event. */
export function wrongEvent(name: unknown): string {
  const meant = typeof name === 'string' ? suggest(name, EVENT_NAMES) : undefined;
  return `expected ${list(EVENT_NAMES)}, got ${show(name)}${meant ? `; did you mean "${meant}"?` : ''}`;
}
