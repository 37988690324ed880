import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { PermissionMode } from './rules/rule.ts';
import type { Scope, Suggestion } from './suggestion.ts';

/** A tool call that the user is asked about: what is approved is what runs. */
export interface ConfirmRequest {
  readonly tool: string;
  /** The id of the call, as in its block. */
  readonly call: string;
  /** What the tool would get: paths are absolute. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the model asked for, read in the same way, where a hook rewrote it. */
  readonly original?: Readonly<Record<string, unknown>>;
  /** Files of the call that are elsewhere than their paths say: a link is in the way. */
  readonly links?: readonly FollowedLink[];
  /** Who asks: hooks by name, a rule, or the mode. */
  readonly by: string;
  /** The hooks that ask, by name; absent where a rule or the mode does. */
  readonly hooks?: readonly string[];
  /** What of the call cannot be read, and what hooks gave as reasons; for the user only. */
  readonly reasons: readonly string[];
  /** The rule for this very call; absent where no rule can spare the question. */
  readonly rule?: string;
  /**
   * What an `always` can say: that rule, rules for calls like it, a mode; each for as long as it can be
   * kept. `{ answer: 'always', ...suggestion }` is an answer.
   */
  readonly suggestions: readonly Suggestion[];
  /** The subagent whose call it is; absent for the main agent's. */
  readonly agent?: AgentRef;
  readonly signal: AbortSignal;
}

export interface FollowedLink {
  readonly path: string;
  /** Where it leads. */
  readonly real: string;
  /** Whether that is in the project. */
  readonly inside: boolean;
}

export type ConfirmAnswer =
  /** `mode`: of a plan, the mode in which the agent goes on; `default` without it. */
  | { readonly answer: 'yes'; readonly mode?: Exclude<PermissionMode, 'plan'> }
  /** From now on this rule allows it, with those beside it; for the session where no scope is named. */
  | {
      readonly answer: 'always';
      readonly rule: string;
      readonly also?: readonly string[];
      readonly scope?: Scope;
    }
  /** From now on this mode does, for the session. */
  | { readonly answer: 'always'; readonly mode: 'acceptEdits'; readonly scope?: 'session' }
  | { readonly answer: 'no'; readonly message?: string };

export type Confirm = (request: ConfirmRequest) => Promise<ConfirmAnswer | boolean>;
