import { remembered } from '../base/remembered.ts';
import { toolSpec } from '../tools/tool-input.ts';
import type { TurnParts } from '../turn/turn.ts';
import type { Tool } from '../vocabulary/tool.ts';
import type { ActiveSkills } from './active-skills.ts';
import type { Skill } from './skill.ts';
import { SKILL_TOOL, skillTool } from './skill-tool.ts';

/**
 * The parts of an agent, with the tool that takes up skills. Their hooks run for it and for what it starts;
 * what they allow is for its own calls alone.
 */
export function withSkills(
  parts: TurnParts,
  skills: () => readonly Skill[],
  active: ActiveSkills,
): TurnParts {
  const made = remembered(skills, (all) => {
    if (!all.some(({ modelInvocable }) => modelInvocable)) return undefined;
    const tool = skillTool(all, active.use) as Tool;
    return { tool, spec: toolSpec(tool) };
  });
  return {
    ...parts,
    tools: () => {
      const tool = made()?.tool;
      return tool ? new Map([...parts.tools(), [SKILL_TOOL, tool]]) : parts.tools();
    },
    specs: () => {
      const spec = made()?.spec;
      const others = parts.specs().filter(({ name }) => name !== SKILL_TOOL);
      return spec ? [...others, spec] : others;
    },
    fire: (event, own, signal, within = []) =>
      parts.fire(event, own, signal, [...active.scopes(), ...within]),
    gate: (request) => {
      const allow = request.agent ? [] : active.allow();
      return parts.gate(allow.length > 0 ? { ...request, allow } : request);
    },
  };
}
