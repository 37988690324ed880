import type { EventName } from '../event/events.generated.ts';
import type { Verb } from './say.ts';
import type { Spoken } from './spell.ts';
import { verbsOf } from './verbs-of.ts';

/**
 * An answer in the verbs of its event; only JavaScript comes here with others. Where nothing is permitted,
 * to deny is to block, and to allow is to say nothing. The rest would be lost without a word, and a guard
 * stand open.
 */
export function taken(event: EventName, spoken: Spoken, notes: string[]): Spoken {
  const verbs = verbsOf(event);
  const rest = verbs.includes('allow') ? spoken : shut(event, spoken, notes);
  const lost = Object.keys(rest).filter((verb) => !verbs.includes(verb as Verb));
  // What is refused stays refused, whatever else was said.
  const isRefused = (['block', 'halt'] as const).some(
    (verb) => rest[verb] !== undefined && verbs.includes(verb),
  );
  if (lost.length > 0 && !isRefused)
    throw new TypeError(
      `the handler said ${lost.join(', ')}, which ${event} does not support: expected ${verbs.join(', ')}`,
    );
  notes.push(...lost.map((verb) => `${event} does not support "${verb}"`));
  return rest;
}

function shut(event: EventName, { allow, deny, ...rest }: Spoken, notes: string[]): Spoken {
  if (allow !== undefined)
    notes.push(`${event} does not support "allow": it passes unless a hook objects`);
  if (deny === undefined) return rest;
  return { ...rest, block: [rest.block, deny].filter((text) => text).join('\n') };
}
