import type { Decision } from '@wavehooks/hooks';
import type { LogEntry } from './format.ts';

/** One line of the log. A run of a hook has no `is`. */
export type LogRecord =
  | LogEntry
  | RequestRecord
  | CallRecord
  | DecisionRecord
  | TurnRecord
  | MomentRecord
  | InventoryRecord;

/** Where in a session something happened. */
export interface Where {
  /** When it was written down. */
  readonly time: string;
  /** When it began. */
  readonly at: string;
  readonly session?: string;
  /** The subagent whose it is. */
  readonly agent?: string;
}

/** One request to the model. */
export interface RequestRecord extends Where {
  readonly is: 'request';
  readonly model: string;
  readonly ms: number;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly cost?: number;
  readonly ended: 'done' | 'failed' | 'aborted';
  /** What it was for, if it was no step of a turn. */
  readonly for?: 'summary' | 'hook' | 'server';
  /** The id of the message that came back, which the transcript has. */
  readonly message?: string;
}

/** One call of a tool, from its hooks to its hooks. */
export interface CallRecord extends Where {
  readonly is: 'call';
  readonly call: string;
  readonly tool: string;
  readonly ms: number;
  readonly success: boolean;
  readonly rewrittenBy?: readonly string[];
  readonly outputRewrittenBy?: readonly string[];
}

/** Whether a call might run, and who said so. */
export interface DecisionRecord extends Where {
  readonly is: 'decision';
  readonly call: string;
  readonly tool: string;
  readonly answer: 'yes' | 'no';
  /** Of the permission table. */
  readonly row: number;
  readonly by: DecidedBy;
  /** How long a person was waited for, in milliseconds. */
  readonly waited?: number;
  /** It would have been asked, but nobody could be. */
  readonly unanswered?: true;
  /** Bound to the input by a keyed hash. */
  readonly content?: string;
}

export type DecidedBy =
  | {
      readonly is: 'rule';
      readonly rule: string;
      readonly list: 'allow' | 'ask' | 'deny';
      /** `file:line`. */
      readonly where?: string;
    }
  | { readonly is: 'hook'; readonly hook: string }
  /** `lasting` is the rule that was kept, `mode` the mode that was set. */
  | { readonly is: 'person'; readonly lasting?: string; readonly mode?: string }
  | { readonly is: 'mode'; readonly mode: string }
  | { readonly is: 'sandbox'; readonly profile: string }
  /** A row that needs none of these. */
  | { readonly is: 'table' };

export interface TurnRecord extends Where {
  readonly is: 'turn';
  readonly ms: number;
  readonly ended: string;
  readonly cost?: number;
}

/** An event that is about no call: a prompt, a stop, a compaction, the start of a session. */
export interface MomentRecord extends Where {
  readonly is: 'moment';
  readonly event: string;
  readonly ms: number;
  readonly verdict: Decision;
  /** The hooks that the verdict comes from. */
  readonly by?: readonly string[];
  readonly rewrittenBy?: readonly string[];
  /** Of a prompt that was not erased: bound to it by a keyed hash. */
  readonly content?: string;
}

/** Which hooks a session began with. */
export interface InventoryRecord extends Where {
  readonly is: 'inventory';
  /** The directory of its project. */
  readonly project?: string;
  readonly hooks: readonly {
    readonly hook: string;
    readonly event: string;
    readonly source: string;
    /** What it matches, and under which condition. */
    readonly matcher: string;
    readonly if?: string;
    /** Of all that settings say of it, and of its files as they were approved. */
    readonly hash?: string;
  }[];
}
