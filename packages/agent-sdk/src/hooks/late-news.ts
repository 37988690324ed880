import type { Verdict } from '@wavehooks/hooks';
import type { TextBlock } from '../vocabulary/messages.ts';
import { messagesOf } from './route.ts';

/** What hooks said that nobody waited for, until the model gets it. */
export interface LateNews {
  hear(verdict: Verdict): void;
  /** What goes with the next request. For each event: feedback, then all context as one message. */
  take(): TextBlock[];
  /** Whether the agent should hear of it now, and not with the next prompt. */
  readonly wakes: boolean;
  /** Calls `listener` when something has come that should wake the agent. */
  onWake(listener: () => void): void;
}

/** `tell` shows the user what is for the user. */
export function lateNews(tell: (verdict: Verdict) => void): LateNews {
  let waiting: Verdict[] = [];
  let wake = () => {};
  const wakes = () => waiting.some(({ toAgent }) => toAgent.length > 0);
  return {
    hear: (verdict) => {
      tell(verdict);
      if (verdict.toAgent.length + verdict.context.length === 0) return;
      waiting.push(verdict);
      if (verdict.toAgent.length > 0) wake();
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return [...new Set(taken.map(({ event }) => event))].flatMap((event) => {
        const ofEvent = taken.filter((verdict) => verdict.event === event);
        const toAgent = ofEvent.flatMap((verdict) => verdict.toAgent);
        return messagesOf({ event, toAgent, context: ofEvent.flatMap(({ context }) => context) });
      });
    },
    get wakes() {
      return wakes();
    },
    onWake: (listener) => {
      wake = listener;
    },
  };
}
