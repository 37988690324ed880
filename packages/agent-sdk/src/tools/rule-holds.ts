import type { RuleHolds } from '@wavehooks/hooks/vocabulary';
import { ruleHoldsFor } from '../permissions/rule-holds.ts';
import { builtinTools } from './builtin-tools.ts';

/** Whether a permission rule holds for a call, where there is no agent: of Wave's own tools. */
export const ruleHolds: RuleHolds = (rule, call) => {
  const tools = new Map(builtinTools().map((tool) => [tool.name, tool]));
  return ruleHoldsFor((name) => tools.get(name))(rule, call);
};
