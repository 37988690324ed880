import type { EventName } from '../event/events.generated.ts';
import type { Verb } from '../event/verb.ts';

/** What is done where an agent cannot take a verb. */
export type Fallback =
  | 'deny'
  | 'and deny'
  | 'end'
  | 'shut'
  | 'over'
  | 'context'
  | 'with allow'
  | 'instead'
  | 'swap'
  | 'refuse'
  | 'tell'
  | 'sent'
  | 'drop';

/** In words. */
export const FALLBACKS: Readonly<Record<Fallback, string>> = {
  deny: 'becomes deny, with what would do in the reason',
  'and deny':
    'is sent with deny, because alone it would let the action go on; the agent may go on without it',
  end: 'becomes deny with a neutral reason; only the user sees the real one',
  shut: 'becomes block; the user sees the reason',
  over: 'becomes a message to the user: the turn ends here anyway',
  context: 'becomes context, since a block would replace the result',
  'with allow': 'is sent with allow, because the agent refuses it alone',
  instead: 'becomes block: the agent shows its reason in place of the output',
  swap: 'is sent as halt, whose reason this agent puts in place of the output',
  refuse: 'becomes block, with the new prompt in the reason',
  tell: 'becomes a message to the user: the agent cannot end the turn here',
  sent: 'is sent, though the agent does not promise to take it',
  drop: 'is left out; stderr says so',
};

/**
 * What an agent cannot take as it is meant, and what becomes of it, by event and verb. What is not here, it takes.
 * The fall-backs of a row are done in their order, so one can lead to the next.
 */
export type Lacks = Readonly<Partial<Record<EventName, Partial<Record<Verb, Fallback>>>>>;
