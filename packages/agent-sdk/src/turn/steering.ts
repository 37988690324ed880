import type { Prompt } from './submit.ts';
import type { End } from './turn-end.ts';

/** What became of a prompt that was sent while the agent was at work. */
export type Steered =
  /** It is in the conversation. */
  | 'sent'
  /** A hook kept it from the agent. */
  | 'blocked'
  /** The turn ended before, or it was taken back: it is still the host's. */
  | 'left';

export interface Steer {
  /** Settles when the agent has it, or will not get it. Never rejects. */
  readonly outcome: Promise<Steered>;
  /** False where the agent has it already, or its hooks look at it. */
  takeBack(): boolean;
}

/** Prompts for the turn under way, in the order in which they came. */
export interface Steering {
  add(prompt: Prompt): Steer;
  /** Lets those that wait enter, one after the other; how the turn ends where one ends it. */
  take(enter: (prompt: Prompt) => Promise<Entered>): Promise<End | undefined>;
  /** While a turn runs, prompts are taken; what is left at its end goes back. */
  during<T>(turn: () => Promise<T>): Promise<T>;
}

/** What came of a prompt on its way into the conversation. */
interface Entered {
  readonly is: Steered;
  readonly end?: End | undefined;
}

interface Waiting {
  readonly prompt: Prompt;
  readonly settle: (how: Steered) => void;
}

export function createSteering(): Steering {
  let open = 0;
  let waiting: Waiting[] = [];
  const leave = () => {
    const left = waiting;
    waiting = [];
    for (const { settle } of left) settle('left');
  };
  return {
    add: (prompt) => {
      if (open === 0) return { outcome: Promise.resolve('left'), takeBack: () => false };
      const { promise: outcome, resolve: settle } = Promise.withResolvers<Steered>();
      const one = { prompt, settle };
      waiting.push(one);
      const takeBack = () => {
        const isWaiting = waiting.includes(one);
        waiting = waiting.filter((other) => other !== one);
        if (isWaiting) settle('left');
        return isWaiting;
      };
      return { outcome, takeBack };
    },
    take: async (enter) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { settle } = next;
        const { is, end } = await enter(next.prompt).catch((error) => {
          settle('left');
          throw error;
        });
        settle(is);
        if (end) return end;
      }
      return undefined;
    },
    during: async (turn) => {
      open += 1;
      try {
        return await turn();
      } finally {
        open -= 1;
        leave();
      }
    },
  };
}
