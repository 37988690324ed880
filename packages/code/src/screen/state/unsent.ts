import type { Ended } from '@wavehooks/agent-sdk';
import type { HookRun, HookRuns, Item } from './item.ts';

/** Runs that still wait for their prompt: it never came, where a hook kept it back. */
export function unsent(waiting: readonly HookRuns[], how: Ended): Item[] {
  if (waiting.length === 0 || (how !== 'blocked' && how !== 'halted'))
    return waiting.map((runs) => ({ is: 'hooks', runs }));
  const by = waiting.flatMap(({ runs }) =>
    runs.flatMap((run) => (decides(run, STOPS[how]) ? [run.hook] : [])),
  );
  return [{ is: 'not-sent', how, by, hooks: waiting }];
}

const STOPS = { blocked: 'block', halted: 'halt' } as const;

const decides = ({ effects }: HookRun, decision: string): boolean =>
  effects.some((effect) => effect.do === 'decide' && effect.decision === decision);
