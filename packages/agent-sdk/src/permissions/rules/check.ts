import type { Problem } from '@wavehooks/hooks';
import { show } from '@wavehooks/hooks/vocabulary';
import { UNREADABLE_RULE } from '@wavehooks/settings';
import { misnamed, misnamedText } from './misnamed.ts';
import { parseRule, readRule } from './parse-rule.ts';
import type { Rules } from './rule.ts';

/** A rule that does not mean what it may look like. */
export interface RuleProblem {
  /** An error where it guards nothing. */
  readonly level: Problem['level'];
  readonly list: keyof Rules;
  readonly rule: string;
  /** What is wrong, and what is done about it. */
  readonly text: string;
}

const LISTS: readonly (keyof Rules)[] = ['deny', 'ask', 'allow'];

/**
 * What is wrong with rules. None of it opens anything: a wrong allow is dropped, the others grow.
 * `own` are the names of the host's own tools.
 */
export function checkRules(rules: Rules, own: readonly string[] = []): readonly RuleProblem[] {
  return LISTS.flatMap((list) =>
    rules[list].flatMap((rule) => {
      // Whoever put that in place of a rule has told what was there.
      if (rule.startsWith(UNREADABLE_RULE)) return [];
      const wrong = faultOf(list, rule) ?? voidOf(list, rule, own);
      if (!wrong) return [];
      const { level, text } = wrong;
      return [{ level, list, rule, text: `${list} rule "${rule}": ${text}` }];
    }),
  );
}

type Wrong = Pick<RuleProblem, 'level' | 'text'>;

function faultOf(list: keyof Rules, rule: string): Wrong | undefined {
  const { fault, tool } = parseRule(rule);
  if (fault === undefined) return undefined;
  return { level: 'warning', text: `${fault}. ${effectOf(list, tool)}` };
}

/** An allow for a tool that is not there opens nothing, and settings of other agents have many. */
function voidOf(list: keyof Rules, rule: string, own: readonly string[]): Wrong | undefined {
  const wrong = list === 'allow' ? undefined : misnamed(rule, own);
  if (!wrong) return undefined;
  const said = misnamedText(wrong);
  if (wrong.meant === undefined) return { level: 'error', text: `${said}. It guards nothing.` };
  return { level: 'warning', text: `${said} ${effectOf(list, wrong.meant)}` };
}

function effectOf(list: keyof Rules, tool: string | undefined): string {
  if (list === 'allow') return 'It allows nothing until you fix it.';
  const what = tool === undefined ? 'every tool' : `every call of ${tool}`;
  return list === 'deny'
    ? `Until you fix it, it denies ${what}.`
    : `Until you fix it, it asks for ${what}.`;
}

/** Why a rule that somebody types means nothing: also an allow, which would open nothing. */
export function ruleFault(
  list: keyof Rules,
  given: unknown,
  own: readonly string[] = [],
): string | undefined {
  const { rule, fault } = readRule(given);
  if (fault !== undefined) return `the rule ${show(given)}: ${fault}`;
  const wrong = misnamed(rule, own);
  if (wrong) return `the rule ${show(given)}: ${misnamedText(wrong)}`;
  return checkRules({ allow: [], ask: [], deny: [], [list]: [rule] }, own)[0]?.text;
}
