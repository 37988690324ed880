import { checkHooks, type EngineOptions, type Source } from '@wavehooks/hooks';
import type { RuleHolds } from '@wavehooks/hooks/vocabulary';

/** For `createEngine`, where a hook has an `if`. */
export const conditionsOf = async (
  sources: readonly Source[],
): Promise<Pick<EngineOptions, 'ruleHolds'>> =>
  checkHooks(sources).entries.some((entry) => entry.if !== undefined)
    ? { ruleHolds: await loadRules() }
    : {};

/** What matches rules is the agent's, and large: loaded only where a rule is to be matched. */
export const loadRules = async (): Promise<RuleHolds> =>
  (await import('@wavehooks/agent-sdk')).ruleHolds;
