import type { RunEvent } from '@wavehooks/hooks';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { Usage } from '../vocabulary/model.ts';
import type { Change } from './conversation.ts';

/** Why a turn ended. */
export type Ended =
  | 'done'
  | 'halted'
  | 'blocked'
  | 'stop-limit'
  | 'turn-limit'
  /** No answer fitted the schema of the output. */
  | 'invalid-output'
  | 'aborted'
  | 'failed';

export interface TurnResult {
  readonly ended: Ended;
  /** The last thing the agent said. */
  readonly text: string;
  readonly usage: Usage;
  /** What it cost in US dollars, where the prices of all its models are known. */
  readonly cost?: number;
  /** How many times the model was asked, by subagents included; so are usage and cost. */
  readonly requests: number;
  /** What a hook gave as the reason of a halt; for the user only. */
  readonly stopReason?: string;
  /** What is missing in the last answer: it was cut, refused, or is empty. The user hears of it, too. */
  readonly incomplete?: Incomplete;
  /** What the answer came to, where a schema was given and the turn is done. */
  readonly output?: unknown;
  /** What went wrong, when it failed. */
  readonly error?: string;
}

/** The result of a turn with a schema: done means that there is an output. */
export type OutputResult<T> =
  | (Omit<TurnResult, 'output'> & { readonly ended: 'done'; readonly output: T })
  | (Omit<TurnResult, 'output'> & {
      readonly ended: Exclude<Ended, 'done'>;
      readonly output?: undefined;
    });

/** What is wrong with a reply that ended and says nothing. */
export type Incomplete = 'length' | 'refusal' | 'empty';

/** What an agent tells its host while it works. */
export type AgentEvent =
  /** A piece of an answer as it streams in; the whole follows as a change. */
  | { readonly is: 'delta'; readonly text: string; readonly kind: 'text' | 'reasoning' }
  /** The answer broke off and begins anew: the pieces that came are void. */
  | { readonly is: 'restart' }
  | { readonly is: 'change'; readonly change: Change }
  | { readonly is: 'hook'; readonly run: RunEvent }
  /** Hooks rewrote a prompt. What was typed is in no message: only whoever hears this can show it. */
  | {
      readonly is: 'prompt';
      readonly typed: string;
      readonly sent: string;
      readonly by: readonly string[];
    }
  /** MCP servers that a request waits for; none once it goes on. */
  | { readonly is: 'waiting'; readonly servers: readonly string[] }
  | { readonly is: 'usage'; readonly usage: Usage }
  /** The agent goes on without a prompt, because of a hook that nobody waited for; `ended` follows. */
  | { readonly is: 'woken' }
  | { readonly is: 'ended'; readonly result: TurnResult }
  /** What happens in a subagent, at any depth. What its hooks do comes as `hook`, like all hooks. */
  | { readonly is: 'subagent'; readonly agent: AgentRef; readonly event: AgentEvent };
