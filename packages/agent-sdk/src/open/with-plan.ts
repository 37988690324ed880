import { planTools } from '../tools/builtin-tools.ts';
import { toolSpec } from '../tools/tool-input.ts';
import type { TurnParts } from '../turn/turn.ts';

/**
 * The parts of the main agent, with the tools of plan mode while that is on. They are last, so that all
 * others stay where they are.
 */
export function withPlan(parts: TurnParts, disallowed: readonly string[]): TurnParts {
  const own = planTools()
    .filter(({ name }) => !disallowed.includes(name))
    .map((tool) => ({ tool, spec: toolSpec(tool) }));
  // A host may have a tool of its own in the place of ours.
  const offered = () =>
    parts.mode() === 'plan' ? own.filter(({ tool }) => !parts.tools().has(tool.name)) : [];
  return {
    ...parts,
    tools: () =>
      new Map([...parts.tools(), ...offered().map(({ tool }) => [tool.name, tool] as const)]),
    specs: () => [...parts.specs(), ...offered().map(({ spec }) => spec)],
  };
}
