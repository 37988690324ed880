import type { HandlerSpec } from '../entries/entry.ts';
import { isObject, optional, required } from '../vocabulary/shape.ts';
import { type Handler, parseInput } from './handler.ts';
import { type Came, ended, excerpt, lent, notStarted } from './lent.ts';

export interface McpToolSpec extends HandlerSpec {
  readonly type: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const FIELDS = {
  server: required('text', 'mcp_tool: the MCP server, by its name in the settings'),
  tool: required('text', "mcp_tool: the tool, by the server's own name for it"),
  input: optional(
    'object',
    'mcp_tool: what the tool gets; `${path}` in a text stands for a field of the event, such as `${tool_input.file_path}`',
  ),
};

/** A tool of an MCP server that the host is connected to; its text is read like a program's stdout. */
export const mcpTool: Handler<McpToolSpec, typeof FIELDS> = {
  type: 'mcp_tool',
  fields: FIELDS,
  from: 'settings',
  check: ({ server, tool }) =>
    server === '' ? '"server" is empty' : tool === '' ? '"tool" is empty' : undefined,
  read: ({ server, tool, input }) => ({
    type: 'mcp_tool',
    server: server as string,
    tool: tool as string,
    input: isObject(input) ? input : {},
  }),
  label: ({ server, tool }) =>
    typeof server === 'string' && typeof tool === 'string' ? `${server} ${tool}` : undefined,
  shows: ({ server, tool, input }) => `${server} ${tool} ${JSON.stringify(input)}`,
  beyond: ({ server }) => `asks the MCP server "${server}", which has an approval of its own`,
  identity: ({ server, tool, input }) => JSON.stringify([server, tool, input]),
  called: 'an MCP tool',
  startsProcess: false,
  exits: false,
  run: ({ server, tool, input }, job) =>
    lent(job, async (signal) => {
      if (!job.host.callTool) return notStarted('there are no MCP servers here');
      const filled = filledIn(input, parseInput(job)) as Record<string, unknown>;
      const { text, isError } = await job.host.callTool({
        ...{ server, tool, input: filled, signal, trace: job.trace },
      });
      return isError ? failed(tool, text) : said(text);
    }),
};

const said = (stdout: string): Came => ({ ...ended({ is: 'exit', code: 0 }), stdout });

const failed = (tool: string, text: string): Came =>
  ended({ is: 'lost', error: `${tool} reported an error: ${excerpt(text)}` });

const PATH = /\$\{([\w-]+(?:\.[\w-]+)*)\}/g;

/** Throws for a path that the event does not have: a tool that judges nothing would find nothing wrong. */
function filledIn(value: unknown, event: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, event));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, filledIn(one, event)]),
    );
  if (typeof value !== 'string') return value;
  return value.replace(PATH, (_, path: string) => textAt(event, path));
}

function textAt(event: unknown, path: string): string {
  const value = path.split('.').reduce(fieldOf, event);
  if (value === undefined) throw new Error(`the event has no field \${${path}} for "input"`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
