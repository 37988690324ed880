import { toolSpec } from '../tools/tool-input.ts';
import type { TurnParts } from '../turn/turn.ts';
import type { ToolSpec } from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';
import { applyPatch, NEEDED, writesPatches } from './apply-patch.ts';
import { toolCall, toolSearch } from './tool-search.ts';

/** So many characters of descriptions and schemas may servers put into every request. */
const MOST_CHARS = 24_000;
/** OpenAI takes 128 tools, the provider's own included. */
const MOST_TOOLS = 120;

/** What an agent has of its own: not what its parent has of them. */
const OWN = ['ToolSearch', 'ToolCall', 'apply_patch'];

/**
 * The parts of an agent, with the tools that its model is told of: where servers have too many, the model searches
 * among them. What it was told of once stays (`known`: by an earlier process), as requests begin alike.
 */
export function withOfferedTools(parts: TurnParts, known: readonly string[] = []): TurnParts {
  const told = new Set(known);
  const served = () => [...parts.tools().values()].filter(({ name }) => isServed(name));
  const search = toolSearch(served) as Tool;
  let isPatching = known.length > 0 ? told.has(applyPatch.name) : undefined;
  // For good: the list of tools does not change with the model.
  const patches = (): readonly Tool[] =>
    isPatching && NEEDED.every((name) => parts.tools().has(name)) ? [applyPatch as Tool] : [];
  const shownOf = (all: readonly Tool[]): readonly Tool[] => {
    const already = all.filter(({ name }) => told.has(name));
    const chars = all.reduce((sum, tool) => sum + charsOf(specOf(tool)), 0);
    const isMuch = chars > MOST_CHARS || parts.tools().size > MOST_TOOLS;
    if (isMuch && already.length < all.length) return [...already, search];
    for (const { name } of all) told.add(name);
    return all;
  };
  return {
    ...parts,
    tools: () => {
      const more = [...patches(), ...(served().length > 0 ? [search] : []), toolCall as Tool];
      return new Map([...parts.tools(), ...more.map((one) => [one.name, one] as const)]);
    },
    specs: () => {
      isPatching ??= writesPatches(parts.model().id);
      const others = parts.specs().filter(({ name }) => !isServed(name) && !OWN.includes(name));
      // How many tools a server has may change: what is said of the search is made anew.
      const shown = shownOf(served()).map((tool) =>
        (isServed(tool.name) ? specOf : toolSpec)(tool),
      );
      // Tools may come later. A subagent does not live so long.
      const calls =
        parts.agent && !shown.some(({ name }) => name === search.name) ? [] : [toolCall];
      return [...others, ...shown, ...[...patches(), ...calls].map((one) => specOf(one as Tool))];
    },
  };
}

const isServed = (name: string): boolean => name.startsWith('mcp__');

/** The same object for the same tool: what is made of it is remembered by that. */
const specs = new WeakMap<Tool, ToolSpec>();

function specOf(tool: Tool): ToolSpec {
  const known = specs.get(tool) ?? toolSpec(tool);
  specs.set(tool, known);
  return known;
}

const sizes = new WeakMap<ToolSpec, number>();

function charsOf(spec: ToolSpec): number {
  const known = sizes.get(spec) ?? JSON.stringify(spec).length;
  sizes.set(spec, known);
  return known;
}
