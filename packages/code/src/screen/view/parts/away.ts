import { setTimeout as sleep } from 'node:timers/promises';
import { useCallback, useRef } from 'react';
import type { Now } from './now.ts';

/**
 * What `read` gave before the shell got the terminal, until it is ours again: whatever is drawn between
 * goes nowhere, and what counts as printed then never comes.
 */
export function useKept<T>(read: () => T, away: Now<boolean>): () => T {
  const kept = useRef<T>(undefined);
  return useCallback(() => {
    if (!away.get() || kept.current === undefined) kept.current = read();
    return kept.current;
  }, [read, away]);
}

/**
 * Stops as programs of a shell do, with whatever is in front of it (npm). Where no shell could bring
 * it back, the system does not stop it, and the wait is over at once.
 */
export async function stopHere(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  await sleep(100);
}
