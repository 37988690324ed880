import type { Verdict } from '@wavehooks/hooks';
import type { TextBlock } from '../vocabulary/messages.ts';
import { messagesOf } from './route.ts';

/** What hooks said while no request was being made: it goes with the next one. */
export interface Pending {
  add(verdict: Verdict, call?: TextBlock['call']): void;
  /** Each event's words once, in the order they came. */
  take(): readonly TextBlock[];
}

export function createPending(): Pending {
  let waiting: TextBlock[] = [];
  return {
    add: (verdict, call) => void waiting.push(...messagesOf(verdict, call)),
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
