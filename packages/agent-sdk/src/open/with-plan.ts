import { planTools } from '../tools/builtin-tools.ts';
import { toolSpec } from '../tools/tool-input.ts';
import type { TurnParts } from '../turn/turn.ts';
import { failed, type Tool } from '../vocabulary/tool.ts';

/**
 * The parts of the main agent, with the tools of plan mode. The model always has them in its list: a list
 * that changed with the mode would cost the provider's cache of the whole conversation. They do something
 * only while plan mode is on.
 */
export function withPlan(parts: TurnParts, disallowed: readonly string[]): TurnParts {
  const all = planTools().filter(({ name }) => !disallowed.includes(name));
  const own = all.map((tool) => ({ tool, off: switchedOff(tool), spec: toolSpec(tool) }));
  // A host may have a tool of its own in the place of ours.
  const ours = () => own.filter(({ tool }) => !parts.tools().has(tool.name));
  const inForce = ({ tool, off }: (typeof own)[number]) => (parts.mode() === 'plan' ? tool : off);
  return {
    ...parts,
    tools: () =>
      new Map([...parts.tools(), ...ours().map((one) => [one.tool.name, inForce(one)] as const)]),
    specs: () => [...parts.specs(), ...ours().map(({ spec }) => spec)],
  };
}

/** Nobody is asked about it. Made of it by inheritance: a copy would load what describes its input. */
const switchedOff = (tool: Tool): Tool =>
  Object.assign(Object.create(tool) as Tool, {
    onlyUser: undefined,
    run: async () => failed('Plan mode is not on, so there is nothing to leave. Go on.'),
  });
