import type { Verdict } from '@wavehooks/hooks';
import { blockedBy, blockedResult } from '../hooks/route.ts';
import type { Permission } from './decide.ts';
import type { GateAnswer, GateRequest, Offer } from './gate-types.ts';
import { parseRule } from './rules/parse-rule.ts';
import type { Given, Rules } from './rules/rule.ts';

/** What hooks say in the user's place. */
export async function askHooks(
  { hooks, answered }: GateRequest,
  offer: () => Offer,
): Promise<Verdict | undefined> {
  return answered ?? hooks?.(offer().rules.map(suggestion));
}

/**
 * What a hook may give back to spare the question for the rest of the session. Longer than that, and by a
 * change of mode, only a user can.
 */
function suggestion(rule: string): unknown {
  const { tool, pattern } = parseRule(rule);
  const named = { toolName: tool, ...(pattern === undefined ? {} : { ruleContent: pattern }) };
  return { type: 'addRules', rules: [named], behavior: 'allow', destination: 'session' };
}

/**
 * Hooks answer for nobody but the user: where a rule, another hook or a guard wants one asked, only
 * their no counts.
 */
export function hooksAnswer(
  said: Verdict,
  { asks }: Permission,
  { answered, signal }: GateRequest,
): GateAnswer | undefined {
  if (signal.aborted || said.decision === 'halt') return { is: 'halted', by: said };
  if (said.decision === 'block')
    return { is: 'refused', who: 'hook', text: blockedResult(said), why: blockedBy(said) };
  if (said.decision !== 'allow' || asks !== 'user') return undefined;
  return said.input && !answered ? { is: 'rewritten', by: said } : { is: 'allowed' };
}

/** What an allow of theirs gives for the rest of the session. */
export function givenBy(updates: NonNullable<Verdict['permissions']>): Given {
  const rules = (kind: keyof Rules) =>
    updates.flatMap((update) =>
      update.type === 'addRules' && update.behavior === kind ? update.rules.map(ruleText) : [],
    );
  return {
    rules: { allow: rules('allow'), ask: rules('ask'), deny: rules('deny') },
    directories: updates.flatMap((update) =>
      update.type === 'addDirectories' ? update.directories : [],
    ),
  };
}

const ruleText = ({ toolName, ruleContent }: { toolName: string; ruleContent?: string }): string =>
  ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
