import { useMemo, useRef, useState } from 'react';

/** State whose newest value is known at once: keys that arrive together come before the next drawing. */
export interface Now<T> {
  get(): T;
  set(value: T): void;
}

export function useNow<T>(first: T): Now<T> {
  const [, draw] = useState<object>();
  const value = useRef(first);
  return useMemo(
    () => ({
      get: () => value.current,
      set: (next) => {
        if (Object.is(next, value.current)) return;
        value.current = next;
        draw({});
      },
    }),
    [],
  );
}
