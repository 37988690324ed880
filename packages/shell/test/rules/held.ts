import { type CommandRule, ruleOver } from '../../src/rules/judge-command.ts';

/** The rule that holds for a command, or might: either way it does not just run. */
export const anyCommandRule = (
  rules: readonly CommandRule[],
  command: string,
): string | undefined => ruleOver(rules, command)?.rule;
