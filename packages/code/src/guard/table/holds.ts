import type { EventName } from '@wavehooks/hooks';
import { canBlock, specOf } from '@wavehooks/hooks/vocabulary';

/** Whether a failure refuses. What is held only once must not be held by what is broken for good. */
export const holds = (event: EventName): boolean =>
  canBlock(event) && specOf(event).failureHolds !== 'once';
