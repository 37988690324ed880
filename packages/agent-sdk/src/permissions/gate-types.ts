import type { Verdict } from '@wavehooks/hooks';
import type { SandboxProfile } from '@wavehooks/process/sandbox';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import type { Confirm } from './confirm.ts';
import type { Permission } from './decide.ts';
import type { Look } from './facts/facts.ts';
import type { Given, PermissionMode } from './rules/rule.ts';
import type { Scope, Suggestion } from './suggestion.ts';
import type { Decided } from './who-decided.ts';

/** Asks whether a call may run, by the table and, where that says so, by the user. */
export type Gate = (request: GateRequest) => Promise<GateAnswer>;

export interface GateRequest {
  readonly tool: Tool;
  /** The id of the call. */
  readonly call: string;
  readonly input: Record<string, unknown>;
  /** What the model asked for, where a hook rewrote it. */
  readonly original?: Record<string, unknown>;
  readonly verdict: Verdict;
  readonly signal: AbortSignal;
  /** Why the call would fail; the tool's own look, made only where the user would be asked next. */
  readonly check?: () => Promise<string | undefined>;
  /** Lets hooks answer in the user's place; asked only where the table says ask. */
  readonly hooks?: (suggestions: readonly unknown[]) => Promise<Verdict>;
  /** They have answered already, and `input` is what they made of it. */
  readonly answered?: Verdict;
  /** The user is about to be asked. */
  readonly onAsk?: () => void;
  /** It is decided, and by whom. Not called for an input that has to pass once more, nor after an abort. */
  readonly onDecided?: (decided: Decided) => void;
  /** The subagent whose call it is, and where that is. */
  readonly agent?: AgentRef;
  readonly place?: Place;
  /** Its own mode: it counts where it is stricter than the session's. */
  readonly mode?: PermissionMode;
  /** Rules that allow further calls now: those of skills. */
  readonly allow?: readonly string[];
}

export type GateAnswer =
  /** `fault` is what was wrong with the answer all the same, `told` what came of it; for the user. */
  | {
      readonly is: 'allowed';
      readonly fault?: string;
      readonly told?: string;
      /** What hooks that answered in the user's place, or beside it, said of the sandbox. */
      readonly sandbox?: SandboxProfile;
    }
  /** Hooks allow it with another input: `by.input`, which has to pass as well. */
  | { readonly is: 'rewritten'; readonly by: Verdict }
  | { readonly is: 'halted'; readonly by: Verdict }
  | Refused;

interface Refused {
  readonly is: 'refused';
  /** Who said no: `nobody` where the call would fail and so nobody was asked. */
  readonly who: 'rule' | 'hook' | 'user' | 'nobody';
  /** For the agent. */
  readonly text: string;
  /** What decided; for the user. */
  readonly why: string;
  /** It would have been asked, but nobody could be. */
  readonly unanswered?: true;
  /** Where it is more than a notice. */
  readonly tone?: 'error';
}

/** A question, and all that is known of it. */
export interface Asked {
  readonly request: GateRequest;
  readonly look: Look;
  readonly now: Permission;
  readonly confirm: Confirm | undefined;
  readonly grant: (given: Given) => void;
  readonly keeper: Keeper;
  /** What would spare the question from now on. */
  readonly offer: () => Offer;
}

export interface Offer {
  readonly exact?: string;
  readonly rules: readonly string[];
  readonly suggestions: readonly Suggestion[];
}

/** Keeps rules beyond the session, where it can. */
export interface Keeper {
  /** How long a rule can be kept. */
  readonly scopes: readonly Scope[];
  /** Puts a rule in force and writes it where its scope says. Resolves to what the user should know. */
  keep(rule: string, scope: Scope): Promise<Kept>;
}

export type Kept = { readonly told?: string } | { readonly fault: string };
