import type { RunEvent } from '@wavehooks/hooks';
import type { TracePlace } from '@wavehooks/process';
import type { DecidedBy } from '@wavehooks/settings/log';
import type { ServerAddress } from '../base/server-address.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { FinishReason, ModelError, ResponseFacts, Usage } from '../vocabulary/model.ts';
import type { CommandOutput } from '../vocabulary/tool.ts';
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

/** What is known of a request when it has ended. */
export interface RequestFacts {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly model: string;
  readonly usage: Usage;
  /** In US dollars, where the price of the model is known. */
  readonly cost?: number;
  readonly ended: 'done' | 'failed' | 'aborted';
  /** Why the answer ended. */
  readonly reason: FinishReason;
  /** What kind of failure it was. */
  readonly error?: ModelError['kind'] | 'other';
  /** Who was asked, where the model says so. */
  readonly provider?: string;
  /** Where it was asked, where the model says so. */
  readonly server?: ServerAddress;
  /** What the provider says of its answer. */
  readonly response?: ResponseFacts;
}

export interface ServerNews {
  readonly server: string;
  readonly state: 'connecting' | 'ready' | 'failed';
  readonly over: 'stdio' | 'http';
  /** What the names of its tools begin with. */
  readonly prefix: string;
  /** Where it is; undefined for a program. */
  readonly at?: ServerAddress;
  /** The revision of the protocol that both speak, once it is ready. */
  readonly protocol?: string | undefined;
  /** The session that it named, if it has any. */
  readonly session?: string | undefined;
}

/** What an agent tells its host while it works. */
export type AgentEvent =
  /** A turn begins, by a prompt or because a hook woke the agent; `ended` follows. */
  | { readonly is: 'began' }
  /** A piece of an answer as it streams in; the whole follows as a change. */
  | { readonly is: 'delta'; readonly text: string; readonly kind: 'text' | 'reasoning' }
  /** The answer broke off and begins anew: the pieces that came are void. */
  | { readonly is: 'restart' }
  | { readonly is: 'change'; readonly change: Change }
  | { readonly is: 'hook'; readonly run: RunEvent }
  /**
   * What a command has printed so far: at most ten times a second for each call, and no more than its last
   * 8 KiB. What it printed in all is in the result of its call.
   */
  | { readonly is: 'output'; readonly call: string; readonly output: CommandOutput }
  /** Hooks rewrote a prompt. What was typed is in no message: only whoever hears this can show it. */
  | {
      readonly is: 'prompt';
      readonly typed: string;
      readonly sent: string;
      readonly by: readonly string[];
    }
  /** How far a call is, in the words of whoever runs it. */
  | { readonly is: 'progress'; readonly call: string; readonly text: string }
  /** MCP servers that a request waits for; none once it goes on. */
  | { readonly is: 'waiting'; readonly servers: readonly string[] }
  | { readonly is: 'usage'; readonly usage: Usage }
  /** A request to the model has come to its end, however it ended. */
  | ({ readonly is: 'request' } & RequestFacts)
  /** The same for one beside the conversation: a summary, a question of a hook or of an MCP server. */
  | ({ readonly is: 'asked' } & RequestFacts & {
        readonly for: 'summary' | 'hook' | 'server';
        /** Where a hook's question stands in a trace. */
        readonly trace?: TracePlace;
      })
  /** A call begins, with its hooks. When it ended, its block changes to the stage `end`. */
  | {
      readonly is: 'calling';
      readonly call: string;
      readonly tool: string;
      /** As the model gave it. */
      readonly input: unknown;
    }
  /** An MCP server is started or called, and what came of it. */
  | ({ readonly is: 'server' } & ServerNews)
  /** Whether a call may run, and who said so. */
  | {
      readonly is: 'decision';
      readonly call: string;
      readonly tool: string;
      /** What would run: the input after hooks. */
      readonly input: Readonly<Record<string, unknown>>;
      readonly answer: 'yes' | 'no';
      /** The row of the permission table, from 1 on. */
      readonly row: number;
      readonly by: DecidedBy;
      /** How long a person was waited for, in milliseconds. */
      readonly waited?: number;
      /** It would have been asked, but nobody could be. */
      readonly unanswered?: true;
    }
  /** The agent goes on without a prompt, because of a hook that nobody waited for; `ended` follows. */
  | { readonly is: 'woken' }
  | { readonly is: 'ended'; readonly result: TurnResult }
  /** What happens in a subagent, at any depth. What its hooks do comes as `hook`, like all hooks. */
  | { readonly is: 'subagent'; readonly agent: AgentRef; readonly event: AgentEvent };
