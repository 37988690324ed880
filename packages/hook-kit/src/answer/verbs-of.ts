import { type EventName, FACTS } from '../event/events.generated.ts';
import type { Verb } from './say.ts';

/** Other agents have more events; there, what is usual is taken. */
const USUAL: readonly Verb[] = ['context', 'block', 'warn', 'halt'];

/** The verbs that an event takes, by the engine's table. */
export const verbsOf = (event: EventName): readonly Verb[] =>
  Object.hasOwn(FACTS, event) ? (FACTS[event].verbs.split(' ') as Verb[]) : USUAL;
