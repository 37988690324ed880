import type { AgentEvent } from './agent-event.ts';

/** Hands events to whoever listens. */
export interface EventStream {
  emit(event: AgentEvent): void;
  subscribe(listener: (event: AgentEvent) => void): () => void;
  iterate(): AsyncGenerator<AgentEvent>;
  end(): void;
}

export function createEventStream(): EventStream {
  const listeners = new Set<(event: AgentEvent | undefined) => void>();
  let ended = false;
  const send = (event: AgentEvent | undefined) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        // A listener's fault is not the agent's.
      }
    }
  };
  return {
    emit: send,
    subscribe: (listener) => {
      const heard = (event: AgentEvent | undefined) => event && listener(event);
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    iterate: () => {
      const queue: (AgentEvent | undefined)[] = ended ? [undefined] : [];
      const heard = (event: AgentEvent | undefined) => {
        queue.push(event);
        waiting?.();
      };
      let waiting: (() => void) | undefined;
      // Not in the generator: that begins only when it is first asked, and would miss what came before.
      listeners.add(heard);
      const more = () =>
        new Promise<void>((resolve) => {
          waiting = resolve;
        });
      return given(queue, more, () => void listeners.delete(heard));
    },
    end: () => {
      ended = true;
      send(undefined);
    },
  };
}

async function* given(
  queue: (AgentEvent | undefined)[],
  more: () => Promise<void>,
  leave: () => void,
): AsyncGenerator<AgentEvent> {
  try {
    for (;;) {
      if (queue.length === 0) await more();
      const next = queue.shift();
      if (next === undefined) return;
      yield next;
    }
  } finally {
    leave();
  }
}
