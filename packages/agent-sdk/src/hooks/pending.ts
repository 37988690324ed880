import type { Verdict } from '@wavehooks/hooks';
import type { TextBlock } from '../vocabulary/messages.ts';
import { messagesOf } from './route.ts';

/** What hooks said that is not for the request under way. */
export interface Pending {
  /** For the next request. */
  add(verdict: Verdict, call?: TextBlock['call']): void;
  /** Its context for the next turn. */
  keep(verdict: Verdict): void;
  /** A turn begins. */
  begin(): void;
  /** Each event's words once, in the order they came. */
  take(): readonly TextBlock[];
}

export function createPending(): Pending {
  let waiting: TextBlock[] = [];
  let kept: TextBlock[] = [];
  return {
    add: (verdict, call) => void waiting.push(...messagesOf(verdict, call)),
    keep: ({ event, nextContext: context = [] }) =>
      void kept.push(...messagesOf({ event, toAgent: [], context })),
    begin: () => {
      waiting.push(...kept);
      kept = [];
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
