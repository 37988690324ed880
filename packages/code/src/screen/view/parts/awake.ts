import { useCallback, useEffect, useRef } from 'react';
import { useNow } from './now.ts';

/** So long nobody may strike a key before a question takes one for an answer. */
const QUIET_MS = 500;

export interface Awake {
  /** Whether a key can be meant for what is shown. */
  get(): boolean;
  /** That was typing, and meant for something else: the wait begins anew. */
  startle(): void;
}

/**
 * A question that has just appeared takes no answer: keys on their way were meant for something else.
 * It is asleep until nothing was struck for a while, and falls asleep again when somebody types, and
 * whenever it comes back after it was out of sight.
 */
export function useAwake(careful: boolean): Awake {
  const awake = useNow(!careful);
  const timer = useRef<NodeJS.Timeout>(undefined);
  const before = useRef(false);
  const startle = useCallback(() => {
    awake.set(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => awake.set(true), QUIET_MS);
  }, [awake]);
  useEffect(() => {
    if (careful || before.current) startle();
    before.current = true;
    return () => clearTimeout(timer.current);
  }, [careful, startle]);
  return { get: awake.get, startle };
}
