import type { AgentEvent } from './events.ts';

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
    async *iterate() {
      const queue: (AgentEvent | undefined)[] = [];
      let wake = () => {};
      const heard = (event: AgentEvent | undefined) => {
        queue.push(event);
        wake();
      };
      listeners.add(heard);
      try {
        while (!ended || queue.length > 0) {
          if (queue.length === 0)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          const next = queue.shift();
          if (next === undefined) return;
          yield next;
        }
      } finally {
        listeners.delete(heard);
      }
    },
    end: () => {
      ended = true;
      send(undefined);
    },
  };
}
