import { rowAsks } from '@wavehooks/agent-sdk';
import type { DecisionRecord } from '@wavehooks/settings/log';
import type { Questions } from './stats.ts';

/** How a question was answered: the numbers of `Questions`. */
export type Answered = Exclude<keyof Questions, 'asked' | 'waited'>;

/** Undefined: nobody had to be asked. */
export function answeredHow({ by, answer, row, unanswered }: DecisionRecord): Answered | undefined {
  if (by.is === 'person') {
    if (answer === 'no') return 'refused';
    return by.lasting === undefined && by.mode === undefined ? 'once' : 'always';
  }
  if (unanswered) return 'unanswered';
  // In a row that asks, a hook can only have spoken in the person's place.
  if (by.is !== 'hook' || rowAsks(row) === undefined) return undefined;
  return answer === 'yes' ? 'allowedByHook' : 'refusedByHook';
}
