import type { StopReason } from '@agentclientprotocol/sdk';
import type { Ended, TurnResult } from '@wavehooks/agent-sdk';
import type { Told } from '../../agent/close/told.ts';

/** THE TABLE of ends. A prompt that a hook blocked is in no conversation, which is what a refusal means. */
const REASONS: Readonly<Record<Exclude<Ended, 'failed'>, StopReason>> = {
  done: 'end_turn',
  halted: 'end_turn',
  blocked: 'refusal',
  'stop-limit': 'max_turn_requests',
  'turn-limit': 'max_turn_requests',
  'invalid-output': 'end_turn',
  aborted: 'cancelled',
};

const INCOMPLETE = { length: 'max_tokens', refusal: 'refusal', empty: 'end_turn' } as const;

export function stopReasonOf({ ended, incomplete }: TurnResult): StopReason {
  if (ended === 'failed') return 'end_turn';
  return ended === 'done' && incomplete ? INCOMPLETE[incomplete] : REASONS[ended];
}

/** Ends that what hooks said does not tell by itself. */
export const ENDS: { readonly [E in Ended]?: Told } = {
  blocked: { tone: 'error', text: 'A hook blocked the prompt: the model did not get it.' },
  halted: { tone: 'warning', text: 'A hook ended the turn.' },
};
