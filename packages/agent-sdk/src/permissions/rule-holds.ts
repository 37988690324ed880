import type { Held, RuleCall, RuleHolds } from '@wavehooks/hooks/vocabulary';
import type { Tool } from '../vocabulary/tool.ts';
import { matchRules } from './rules/match.ts';
import { parseRule } from './rules/parse-rule.ts';

/**
 * Whether the rule in a hook's `if` holds for a call. It is matched as a deny rule is: one command or one
 * file of several is enough, and what cannot be read counts as a match.
 */
export const ruleHoldsFor =
  (toolOf: (name: string) => RuleTool | undefined): RuleHolds =>
  (rule, call) => {
    const known = toolOf(call.tool) ?? STAND_INS[call.tool];
    if (!known && namesPattern(rule, call.tool))
      return {
        holds: true,
        why: `may hold: Wave does not know which of ${call.tool}'s inputs it is about`,
      };
    try {
      return heldBy(rule, call, known ?? { effect: 'none' });
    } catch {
      return { holds: true, why: 'may hold: the input of the call cannot be read' };
    }
  };

/** What of a tool rules look at. */
export type RuleTool = Pick<Tool, 'effect' | 'files' | 'subject'>;

/** Tools that are made with an agent, as rules see them. */
const STAND_INS: Readonly<Record<string, RuleTool | undefined>> = {
  Task: { effect: 'none', subject: ({ subagent_type: type }) => textOf(type) },
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const namesPattern = (rule: string, name: string): boolean => {
  const { tool, pattern } = parseRule(rule);
  return tool === name && pattern !== undefined;
};

function heldBy(rule: string, { tool, input, cwd, projectDir }: RuleCall, known: RuleTool): Held {
  const place = { projectDir, cwd };
  const rules = { deny: [rule], ask: [], allow: [] };
  const named = { ...known, name: tool } as Tool;
  const { deny, mayDeny } = matchRules(rules, named, input, place);
  if (mayDeny)
    return { holds: true, why: `may hold: nobody can tell beforehand what ${mayDeny.what}` };
  return deny === undefined
    ? { holds: false, why: 'does not hold for this call' }
    : { holds: true, why: 'holds for this call' };
}
