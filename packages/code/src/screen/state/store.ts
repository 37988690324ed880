import { EMPTY, type Happening, reduce, type State } from './state.ts';

/** Keeps the state and tells the view, no more often than a frame: deltas come by the hundred. */
export interface Store {
  get(): State;
  dispatch(happening: Happening): void;
  subscribe(listener: () => void): () => void;
  close(): void;
}

const FRAME_MS = 30;

export function createStore(): Store {
  let state = EMPTY;
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    timer = undefined;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    dispatch: (happening) => {
      const next = reduce(state, happening);
      if (next === state) return;
      state = next;
      timer ??= setTimeout(tell, FRAME_MS);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}
