import type { EventName } from './events.generated.ts';
import type { VerbsOf } from './say.ts';
import type { Spoken } from './spell.ts';

const EVERYWHERE = { block: true, warn: true, halt: true } as const;

/** What each event takes, by the engine's table: the types hold the two together. */
export const TAKES: { readonly [E in EventName]: Readonly<Record<VerbsOf<E>, true>> } = {
  PreToolUse: {
    ...{ allow: true, deny: true, ask: true, rewrite: true, context: true },
    ...EVERYWHERE,
  },
  PostToolUse: { context: true, ...EVERYWHERE },
  UserPromptSubmit: { context: true, ...EVERYWHERE },
  Stop: EVERYWHERE,
};

/**
 * An answer in the verbs of its event; only JavaScript comes here with others. To deny is to block there,
 * and to allow is to say nothing. The rest would be lost without a word, and a guard stand open.
 */
export function taken(event: EventName, spoken: Spoken, notes: string[]): Spoken {
  if (event === 'PreToolUse') return spoken;
  // Other agents have more events; what is usual is taken there.
  const takes = Object.hasOwn(TAKES, event) ? TAKES[event] : TAKES.PostToolUse;
  const { allow, deny, ...rest } = spoken;
  if (allow !== undefined)
    notes.push(`"allow" is not taken by ${event}, which passes unless a hook objects`);
  if (deny !== undefined) rest.block = [rest.block, deny].filter((text) => text).join('\n');
  const lost = Object.keys(rest).filter((verb) => !Object.hasOwn(takes, verb));
  // What is refused stays refused, whatever else was said.
  if (lost.length > 0 && rest.block === undefined && rest.halt === undefined)
    throw new TypeError(
      `the handler said ${lost.join(', ')}, which ${event} does not take: expected ${Object.keys(takes).join(', ')}`,
    );
  notes.push(...lost.map((verb) => `"${verb}" is not taken by ${event}`));
  return rest;
}
