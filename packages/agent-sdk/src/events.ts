import type { RunEvent } from 'wave-hooks';
import type { Change } from './conversation.ts';
import type { Usage } from './model/model.ts';

/** Why a turn ended. */
export type Ended =
  | 'done'
  | 'halted'
  | 'blocked'
  | 'stop-limit'
  | 'turn-limit'
  | 'aborted'
  | 'failed';

export interface TurnResult {
  readonly ended: Ended;
  /** The last thing the agent said. */
  readonly text: string;
  readonly usage: Usage;
  /** What it cost in US dollars, where the prices of all its models are known. */
  readonly cost?: number;
  /** How many times the model was asked. */
  readonly requests: number;
  /** What a hook gave as the reason of a halt; for the user only. */
  readonly stopReason?: string;
  /** What went wrong, when it failed. */
  readonly error?: string;
}

/** What an agent tells its host while it works. */
export type AgentEvent =
  /** A piece of an answer as it streams in; the whole follows as a change. */
  | { readonly is: 'delta'; readonly text: string; readonly kind: 'text' | 'reasoning' }
  | { readonly is: 'change'; readonly change: Change }
  | { readonly is: 'hook'; readonly run: RunEvent }
  | { readonly is: 'usage'; readonly usage: Usage }
  | { readonly is: 'ended'; readonly result: TurnResult };
