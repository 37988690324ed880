import type { SessionUpdate } from '@agentclientprotocol/sdk';

/** Updates on their way to an editor, held until it knows the session they are about. */
export interface Outbox {
  send(...updates: readonly SessionUpdate[]): void;
  /** From now on they go at once. */
  open(): void;
}

export function createOutbox(update: (update: SessionUpdate) => void): Outbox {
  const held: SessionUpdate[] = [];
  let isOpen = false;
  return {
    send: (...updates) => {
      if (isOpen) for (const one of updates) update(one);
      else held.push(...updates);
    },
    open: () => {
      isOpen = true;
      for (const one of held.splice(0)) update(one);
    },
  };
}
