import { setTimeout as wait } from 'node:timers/promises';
import { isShortage } from '@wavehooks/process';
import type { HookOutcome } from '../vocabulary/outcome.ts';
import type { Job } from './handler.ts';

/** For so long a hook waits for processes or descriptors that others will give back. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 50;

/** Runs a hook again, for a while, as long as it cannot be started for want of something. */
export async function patiently<E extends { readonly outcome: HookOutcome }>(
  { timeoutMs, signal }: Job,
  once: () => Promise<E>,
): Promise<E> {
  const limit = performance.now() + Math.min(PATIENCE_MS, timeoutMs);
  let ending = await once();
  while (isShortage(ending.outcome) && performance.now() < limit && !signal.aborted) {
    await wait(RETRY_MS);
    ending = await once();
  }
  return ending;
}
