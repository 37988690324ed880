import type { Raw } from './agents/agent.ts';
import { TARGETS, type TargetName } from './answer/targets.ts';

/** An input of an agent with the names that the others have for its fields. */
export const translated = (raw: Raw, target: TargetName): Record<string, unknown> =>
  TARGETS[target].translate?.(raw) ?? { ...raw };
