import type { Effect, Phase } from '../vocabulary/effect.ts';

/** What one hook asks for; lists of them are in configuration order. */
export interface HookEffects {
  readonly hook: string;
  readonly phase: Phase;
  readonly effects: readonly Effect[];
}
