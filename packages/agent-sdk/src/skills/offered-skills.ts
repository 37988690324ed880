import { remembered } from '../base/remembered.ts';
import { matchRules } from '../permissions/rules/match.ts';
import type { Rules } from '../permissions/rules/rule.ts';
import type { Place, Tool } from '../vocabulary/tool.ts';
import type { Skill } from './skill.ts';
import { skillTool } from './skill-tool.ts';

/**
 * The skills, of which the model is offered none that a deny rule keeps from it. The same list as before
 * as long as neither the skills nor what the rules deny is another: a tool is made of it.
 */
export function offeredSkills(
  skills: () => readonly Skill[],
  rules: () => Rules,
  place: () => Place,
): () => readonly Skill[] {
  const made = remembered(skills, (all) =>
    remembered(
      () => JSON.stringify(deniedAmong(all, rules(), place())),
      (denied) => {
        const names: readonly string[] = JSON.parse(denied);
        return all.map((one) =>
          names.includes(one.name) ? { ...one, modelInvocable: false } : one,
        );
      },
    ),
  );
  return () => made()();
}

/** As the gate would judge a call for each. */
function deniedAmong(all: readonly Skill[], { deny }: Rules, place: Place): string[] {
  if (deny.length === 0) return [];
  const tool = skillTool(all, () => {}) as Tool;
  return all
    .map(({ name }) => name)
    .filter((skill) => matchRules({ allow: [], ask: [], deny }, tool, { skill }, place).deny);
}
