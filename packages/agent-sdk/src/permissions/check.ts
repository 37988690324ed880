import { UNREADABLE_RULE } from 'wave-hooks';
import { parseRule } from './parse-rule.ts';
import type { Rules } from './rule.ts';

/** A rule that does not mean what it may look like. */
export interface RuleProblem {
  readonly list: keyof Rules;
  readonly rule: string;
  /** What is wrong, and what is done about it. */
  readonly text: string;
}

const LISTS: readonly (keyof Rules)[] = ['deny', 'ask', 'allow'];

/** What is wrong with rules. None of it opens anything: a wrong allow is dropped, the others grow. */
export function checkRules(rules: Rules): readonly RuleProblem[] {
  return LISTS.flatMap((list) =>
    rules[list].flatMap((rule) => {
      const { fault, tool } = parseRule(rule);
      // Whoever put that in place of a rule has told what was there.
      if (fault === undefined || rule.startsWith(UNREADABLE_RULE)) return [];
      return [{ list, rule, text: `${list} rule "${rule}": ${fault}. ${effectOf(list, tool)}` }];
    }),
  );
}

function effectOf(list: keyof Rules, tool: string | undefined): string {
  if (list === 'allow') return 'It permits nothing until it is mended.';
  const what = tool === undefined ? 'every tool' : `every call of ${tool}`;
  return list === 'deny'
    ? `Until it is mended, it denies ${what}.`
    : `Until it is mended, it asks for ${what}.`;
}
