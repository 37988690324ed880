/** What a host can be asked to do. */
export type EffectName =
  | Exclude<Decision, 'none'>
  | 'tell-agent'
  | 'tell-user'
  | 'add-context'
  | 'rewrite'
  | 'erase-prompt';

export type Decision = 'none' | 'allow' | 'ask' | 'block' | 'halt';

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
  | { do: 'add-context'; text: string }
  | { do: 'rewrite'; target: 'input'; fields: Record<string, unknown> }
  | { do: 'erase-prompt' };

/** The strongest decision wins. */
export const RANK: Record<Decision, number> = { none: 0, allow: 1, ask: 2, block: 3, halt: 4 };
