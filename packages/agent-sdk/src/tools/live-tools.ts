import type { ToolSpec } from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';
import { toolSpec } from './tool-input.ts';

/** The tools of an agent: those it always has, and those that come and go with its servers. */
export interface LiveTools {
  readonly map: ReadonlyMap<string, Tool>;
  /** The tools for the model, in a stable order, so that its cache holds. */
  specs(): readonly ToolSpec[];
  /** Puts these in place of the last ones; a tool of ours keeps its name. */
  put(more: readonly Tool[]): void;
}

export function liveTools(
  own: ReadonlyMap<string, Tool>,
  disallowed: readonly string[] = [],
): LiveTools {
  const map = new Map(own);
  let specs: readonly ToolSpec[] = [...own.values()].map(toolSpec);
  let last: readonly Tool[] = [];
  return {
    map,
    specs: () => specs,
    put: (more) => {
      const wanted = more.filter(({ name }) => !own.has(name) && !isOut(name, disallowed));
      if (wanted.length === last.length && wanted.every((tool, at) => tool === last[at])) return;
      for (const { name } of last) map.delete(name);
      for (const tool of wanted) map.set(tool.name, tool);
      last = wanted;
      specs = [...map.values()].map(toolSpec);
    },
  };
}

/** `mcp__server` leaves out all of a server's. */
const isOut = (name: string, disallowed: readonly string[]): boolean =>
  disallowed.some(
    (out) => name === out || (out.startsWith('mcp__') && name.startsWith(`${out}__`)),
  );
