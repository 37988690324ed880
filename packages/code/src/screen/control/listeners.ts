/** Whoever wants to hear of something. */
export interface Listeners<Args extends readonly unknown[]> {
  /** Returns how to hear no more of it. */
  add(listener: (...args: Args) => void): () => void;
  tell(...args: Args): void;
}

export function createListeners<Args extends readonly unknown[]>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    add: (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    tell: (...args) => {
      for (const listener of all) listener(...args);
    },
  };
}
