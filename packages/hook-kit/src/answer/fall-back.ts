import type { Fallback } from '../agents/fallbacks.ts';
import type { EventName } from '../event/events.generated.ts';
import type { Verb } from './say.ts';
import { type Spoken, textOf } from './spell.ts';
import { verbsOf } from './verbs-of.ts';

const without = (spoken: Spoken, verb: Verb): Spoken => {
  const { [verb]: _, ...rest } = spoken;
  return rest;
};

/** How each fall-back changes an answer. */
export const FALL_BACK: Record<Fallback, (spoken: Spoken, verb: Verb, event: EventName) => Spoken> =
  {
    deny: ({ ask, rewrite, sandbox, deny, ...spoken }) => ({
      ...spoken,
      deny: [deny, ask, sandbox ? UNBOXED : suggestion(rewrite)].filter((text) => text).join(' '),
    }),
    instead: ({ replace, ...spoken }) => ({ ...spoken, block: textOf(replace) }),
    swap: ({ replace, ...spoken }) => ({ ...spoken, halt: textOf(replace) }),
    refuse: ({ replace, ...spoken }) => ({
      ...spoken,
      block: `This agent cannot take a rewritten prompt. Send this instead: ${textOf(replace)}`,
    }),
    'and deny': (spoken, _, event) => ({
      ...spoken,
      [verbsOf(event).includes('deny') ? 'deny' : 'block']: ENDED,
    }),
    end: (spoken, verb, event) => ({ ...FALL_BACK.tell(spoken, verb, event), deny: ENDED }),
    shut: ({ halt, ...spoken }) => ({ ...spoken, block: joined(spoken.block, halt) }),
    tell: ({ halt, warn, ...spoken }) => ({ ...spoken, warn: joined(halt, warn) }),
    over: (spoken, verb, event) => FALL_BACK.tell(spoken, verb, event),
    context: (spoken) => ({
      ...without(spoken, 'block'),
      context: joined(spoken.block, spoken.context),
    }),
    'with allow': (spoken) => ({ ...spoken, allow: spoken.allow ?? '' }),
    sent: (spoken) => spoken,
    drop: without,
  };

const joined = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((text) => text).join('\n');

/** Why a turn ended is for the user alone. */
const ENDED = 'A hook ended the turn.';

/** Only Wave has a sandbox that a hook can ask for. */
const UNBOXED = 'It may run only in a sandbox.';

/** What an agent that cannot ask may try instead. */
function suggestion(fields: Record<string, unknown> | undefined): string {
  if (!fields) return 'It needs a confirmation, for which this agent cannot ask.';
  const { command } = fields;
  return `Suggested instead: ${typeof command === 'string' ? command : JSON.stringify(fields)}`;
}
