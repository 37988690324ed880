import type { Ended } from '@wavehooks/agent-sdk';
import type { HookRun, HookRuns, Item } from './item.ts';

/** Runs that still wait for their prompt: it never came, where a hook kept it back. */
export function unsent(waiting: readonly HookRuns[], how: Ended): Item[] {
  if (waiting.length === 0 || (how !== 'blocked' && how !== 'halted'))
    return waiting.map((runs) => ({ is: 'hooks', runs }));
  const stopping = waiting.flatMap(({ runs }) => runs.filter((run) => decides(run, STOPS[how])));
  const why = stopping.flatMap(({ effects }) => effects.flatMap(reasonIn));
  const by = stopping.map(({ hook }) => hook);
  return [{ is: 'not-sent', how, by, why: [...new Set(why)], hooks: waiting }];
}

const STOPS = { blocked: 'block', halted: 'halt' } as const;

const reasonIn = (effect: HookRun['effects'][number]): string[] => {
  if (effect.do === 'decide') return effect.stopReason ? [effect.stopReason] : [];
  return effect.do === 'tell-user' && effect.for !== undefined ? [effect.text] : [];
};

/** Whether a hook that keeps the prompt back said this: it will stand with the prompt. */
export const isReason = (waiting: readonly HookRuns[], said: Item | undefined): boolean =>
  said?.is === 'told' &&
  waiting.some(({ runs }) =>
    runs.some(
      (run) =>
        run.hook === said.hook &&
        Object.values(STOPS).some((decision) => decides(run, decision)) &&
        run.effects.flatMap(reasonIn).some((why) => said.text.endsWith(why)),
    ),
  );

const decides = ({ effects }: HookRun, decision: string): boolean =>
  effects.some((effect) => effect.do === 'decide' && effect.decision === decision);
