import type { Agent, ImageBlock, Steer, Steered } from '@wavehooks/agent-sdk';
import type { Queued } from '../state/state.ts';
import type { Store } from '../state/store.ts';
import { commandIn } from './typed.ts';

/** The prompts that wait while the agent is at work. */
export interface Waiting {
  add(text: string): void;
  /** Gives those to the agent that it can take up in its turn. */
  offer(): void;
  /** The first, where nothing runs any more. */
  next(): string | undefined;
  /** Takes one back; undefined where the agent has it already. */
  takeBack(id: number): string | undefined;
  /** Takes all back. */
  takeAll(): readonly string[];
}

interface WaitingParts {
  readonly store: Store;
  readonly agent: () => Agent;
  /** The images whose marks stand in a text. */
  readonly images: (text: string) => readonly ImageBlock[];
  /** A hook kept it from the agent. */
  readonly onBlocked: (text: string) => void;
}

/** Commands are not for the agent's turn: they wait for its end, and so does what was sent after them. */
export const isForTurn = (text: string): boolean =>
  !text.startsWith('!') && commandIn(text) === undefined;

export function createWaiting({ store, agent, images, onBlocked }: WaitingParts): Waiting {
  const steers = new Map<number, Steer>();
  let count = 0;
  const all = () => store.get().queued;
  const set = (queued: readonly Queued[]) => store.dispatch({ is: 'queued', queued });
  const without = (id: number) => set(all().filter((one) => one.id !== id));
  const settle = ({ id, text }: Queued, how: Steered) => {
    steers.delete(id);
    // It may have been taken back meanwhile.
    if (how === 'left' || !all().some((one) => one.id === id)) return;
    without(id);
    if (how === 'blocked') onBlocked(text);
    offer();
  };
  const offer = () => {
    const stop = all().findIndex(({ text }) => !isForTurn(text));
    for (const one of stop === -1 ? all() : all().slice(0, stop)) {
      if (steers.has(one.id)) continue;
      const steer = agent().steer(one.text, { images: images(one.text) });
      steers.set(one.id, steer);
      void steer.outcome.then((how) => settle(one, how));
    }
  };
  return {
    add: (text) => {
      set([...all(), { id: count++, text }]);
      offer();
    },
    offer,
    next: () => {
      const [first] = all();
      if (first) without(first.id);
      return first?.text;
    },
    takeBack: (id) => {
      const found = all().find((one) => one.id === id);
      const steer = steers.get(id);
      if (!found || (steer && !steer.takeBack())) return undefined;
      without(id);
      // Those behind a command may be for the turn now.
      offer();
      return found.text;
    },
    takeAll: () => {
      const texts = all().map(({ text }) => text);
      for (const steer of steers.values()) steer.takeBack();
      set([]);
      return texts;
    },
  };
}
