import type { BoxProfile } from '@wavehooks/process/sandbox';

/** What a host can be asked to do. */
export type EffectName =
  | Exclude<Decision, 'none'>
  | 'tell-agent'
  | 'tell-user'
  | 'add-context'
  | 'rewrite'
  | 'respond'
  | 'sandbox'
  | 'grant'
  | 'erase-prompt';

export type Decision = 'none' | 'allow' | 'ask' | 'block' | 'halt';

/**
 * What can be rewritten: the field of the input that holds it. `happened`: it is there already, so that
 * no decision undoes its rewrite. `hides`: what a rewrite took out is to be kept nowhere.
 */
export const REWRITES = {
  input: { field: 'tool_input' },
  output: { field: 'tool_response', happened: true, hides: true },
  prompt: { field: 'prompt', hides: true },
  content: { field: 'content' },
} as const satisfies Record<string, RewriteSpec>;

interface RewriteSpec {
  readonly field: string;
  readonly happened?: true;
  readonly hides?: true;
}

export type RewriteTarget = keyof typeof REWRITES;

export const rewriteSpec = (target: RewriteTarget): RewriteSpec => REWRITES[target];

/** A change of permissions for this session, as an answer of PermissionRequest asks for it. */
export type PermissionUpdate =
  | {
      type: 'addRules';
      rules: { toolName: string; ruleContent?: string }[];
      behavior: 'allow' | 'deny' | 'ask';
      destination: 'session';
    }
  | { type: 'addDirectories'; directories: string[]; destination: 'session' };

/** Transforms run first, one after the other; judges side by side. */
export type Phase = 'transform' | 'judge';

export type Tone = 'info' | 'warning' | 'error';

/**
 * `for` names the decision that a text explains: it is dropped when another decision wins. A text that is
 * `named` names its hook.
 */
export type Effect =
  | { do: 'decide'; decision: Decision; stopReason?: string }
  | { do: 'tell-agent'; text: string; for?: Decision }
  | { do: 'tell-user'; text: string; tone: Tone; for?: Decision; named?: true }
  | { do: 'add-context'; text: string; next?: true }
  | { do: 'rewrite'; target: 'input'; fields: Record<string, unknown>; whole?: true }
  | { do: 'rewrite'; target: Exclude<RewriteTarget, 'input'>; value: unknown }
  | { do: 'respond'; value: unknown }
  | { do: 'sandbox'; profile: BoxProfile }
  | { do: 'grant'; permissions: readonly PermissionUpdate[] }
  | { do: 'erase-prompt' };

/** The strongest decision wins. */
export const RANK: Record<Decision, number> = { none: 0, allow: 1, ask: 2, block: 3, halt: 4 };
