import * as z from 'zod';
import { once } from '../base/once.ts';
import { INPUT_SCHEMAS } from '../tools/schemas/input-schemas.generated.ts';
import { toolSpec } from '../tools/tool-input.ts';
import type { ToolSpec } from '../vocabulary/model.ts';
import { done, failed, type Tool } from '../vocabulary/tool.ts';

const searchInput = once(() =>
  z.strictObject({
    query: z
      .string()
      .min(1)
      .describe(
        'Words of what the tool does, or "select:NAME,NAME" for tools whose names you know',
      ),
    max_results: z.int().min(1).max(20).optional().describe('5 without it'),
  }),
);
type SearchInput = z.infer<ReturnType<typeof searchInput>>;

const callInput = once(() =>
  z.strictObject({
    tool: z.string().min(1).describe('The name of the tool'),
    input: z.record(z.string(), z.unknown()).optional().describe('What fits its schema'),
  }),
);

const response = once(() =>
  z.strictObject({
    matches: z.array(z.string()).describe('The names of the tools that were found'),
  }),
);

/** Finds tools whose schemas are not in the request. */
export const toolSearch = (found: () => readonly Tool[]): Tool<SearchInput> => ({
  name: 'ToolSearch',
  get description() {
    return `Finds further tools of MCP servers, with their input schemas. Call one with ToolCall. There are: ${serversIn(found())}.`;
  },
  get input() {
    return searchInput();
  },
  inputSchema: INPUT_SCHEMAS.ToolSearch,
  get response() {
    return response();
  },
  effect: 'none',
  run: async ({ query, max_results = 5 }) => {
    const matches = search(found(), query).slice(0, max_results).map(toolSpec);
    const names = matches.map(({ name }) => name);
    if (names.length === 0)
      return done(`No tool fits "${query}". There are: ${serversIn(found())}.`, { matches: names });
    return done(matches.map(specText).join('\n\n'), { matches: names });
  },
});

export const TOOL_CALL = 'ToolCall';

/**
 * Stands in requests for tools that are not, so that these may come at any time. Each call becomes one of its tool:
 * this one runs only in vain.
 */
export const toolCall: Tool<z.infer<ReturnType<typeof callInput>>> = {
  name: TOOL_CALL,
  description:
    'Calls a tool that is not in your list: one that ToolSearch found, or that you were told of later.',
  get input() {
    return callInput();
  },
  inputSchema: INPUT_SCHEMAS.ToolCall,
  effect: 'none',
  run: async ({ tool }) => failed(`There is no tool called "${tool}". Find it with ToolSearch.`),
};

const specText = ({ name, description, inputSchema }: ToolSpec): string =>
  `${name}: ${description}\nIts input: ${JSON.stringify(inputSchema)}`;

/** Each server with how many tools it has. */
function serversIn(tools: readonly Tool[]): string {
  const counts = new Map<string, number>();
  for (const { name } of tools) {
    const server = name.split('__')[1] ?? name;
    counts.set(server, (counts.get(server) ?? 0) + 1);
  }
  return [...counts].map(([server, count]) => `${server} (${count})`).join(', ') || 'none now';
}

/** Those that have most of the words; a word in the name counts more. */
function search(tools: readonly Tool[], query: string): readonly Tool[] {
  const [, names] = /^select:(.*)$/s.exec(query.trim()) ?? [];
  if (names !== undefined) {
    const wanted = names.split(',').map((name) => name.trim());
    return tools.filter(({ name }) => wanted.includes(name));
  }
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, words) }));
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

function scoreOf({ name, description }: Tool, words: readonly string[]): number {
  const [own, said] = [name.toLowerCase(), description.toLowerCase()];
  return words.reduce(
    (sum, word) => sum + (own.includes(word) ? 3 : 0) + (said.includes(word) ? 1 : 0),
    0,
  );
}
