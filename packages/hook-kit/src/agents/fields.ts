import type { Agent, Names } from './agent.ts';
import { AGENTS } from './index.ts';

type Fields = Readonly<Record<string, unknown>>;

const ALL = Object.values<Agent>(AGENTS);

/** Names of tools elsewhere, and ours: no agent uses one of them for another tool. @internal */
export const FOREIGN_TOOLS: Names = Object.fromEntries(
  ALL.flatMap(({ tools }) => Object.entries(tools)),
);

/** Names of parameters elsewhere, and ours, by our tool: the same of all agents. */
const FOREIGN_FIELDS: Readonly<Record<string, Names>> = Object.fromEntries(
  [...new Set(ALL.flatMap(({ fields }) => Object.keys(fields ?? {})))].map((tool) => [
    tool,
    Object.fromEntries(ALL.flatMap(({ fields }) => Object.entries(fields?.[tool] ?? {}))),
  ]),
);

/** A call with our names of its tool and its parameters. What has our name already keeps it. */
export function inOurFields(
  tool: string,
  input: unknown,
  own: readonly string[] = [],
): { tool: string; input: unknown } {
  const ours = Object.hasOwn(FOREIGN_TOOLS, tool) ? (FOREIGN_TOOLS[tool] ?? tool) : tool;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { tool: ours, input };
  const fields = renamed(input as Fields, FOREIGN_FIELDS[ours] ?? {}, own);
  // A file that is deleted is an edit that leaves nothing.
  const gone = tool === 'Delete' ? { old_string: '', new_string: '' } : {};
  return { tool: ours, input: { ...gone, ...fields } };
}

/** The fields of a rewrite as the agent that asked calls them. */
export function inTheirFields(
  fields: Fields,
  toolInput: Fields,
  own: readonly string[] = [],
): Record<string, unknown> {
  const back = Object.values(FOREIGN_FIELDS)
    .flatMap((names) => Object.entries(names))
    .filter(
      ([theirs, ours]) => theirs in toolInput && (own.includes(theirs) || !(ours in toolInput)),
    )
    .map(([theirs, ours]) => [ours, theirs]);
  return renamed(fields, Object.fromEntries(back));
}

function renamed(fields: Fields, names: Names, own: readonly string[] = []) {
  return Object.fromEntries(
    Object.entries(fields)
      // What the agent goes by comes last, and counts.
      .sort(([a], [b]) => own.indexOf(a) - own.indexOf(b))
      .map(([name, value]) => {
        const to = Object.hasOwn(names, name) ? names[name] : undefined;
        return [to && (own.includes(name) || !(to in fields)) ? to : name, value];
      }),
  );
}
