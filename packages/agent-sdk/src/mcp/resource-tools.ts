import * as z from 'zod';
import { headAndTail, MAX_CHARS } from '../base/text.ts';
import { resourceSubject } from '../permissions/rules/resource-pattern.ts';
import { INPUT_SCHEMAS } from '../tools/schemas/input-schemas.generated.ts';
import { done, failed, type Tool } from '../vocabulary/tool.ts';
import type { Mcp, McpResource, McpTemplate } from './mcp-api.ts';
import { resourceText } from './server/call-result.ts';
import type { Keep } from './server/call-tool.ts';

const listInput = z.strictObject({
  server: z.string().optional().describe('Only those of this MCP server'),
});
const readInput = z.strictObject({
  server: z.string().min(1).describe('The MCP server, as ListMcpResources names it'),
  uri: z.string().min(1).describe('The address of the resource'),
});

/** The text is all there is. */
const NOTHING = z.strictObject({});

/** Tools for what servers offer to read; given to the model only where a server has any. */
export const resourceTools = (mcp: Mcp, keep?: Keep): readonly Tool[] => [
  {
    name: 'ListMcpResources',
    description: 'Lists what MCP servers offer to read, with the address of each.',
    input: listInput,
    inputSchema: INPUT_SCHEMAS.ListMcpResources,
    response: NOTHING,
    effect: 'none',
    run: async (input, { signal }) => {
      const { server } = input as z.infer<typeof listInput>;
      const [{ items, problems }, templates] = await Promise.all([
        mcp.resources({ signal }),
        mcp.templates({ signal }),
      ]);
      const isWanted = (one: { server: string }) => server === undefined || one.server === server;
      const lines = [
        ...items.filter(isWanted).map(resourceLine),
        ...templates.items.filter(isWanted).map(templateLine),
        ...problems,
      ];
      const text = lines.join('\n') || 'No server offers anything to read.';
      return done(headAndTail(text, MAX_CHARS, keep));
    },
  },
  {
    name: 'ReadMcpResource',
    description: 'Reads a resource of an MCP server by its address.',
    input: readInput,
    inputSchema: INPUT_SCHEMAS.ReadMcpResource,
    response: NOTHING,
    effect: 'read',
    subject: ({ server, uri }) => resourceSubject(`${server}`, `${uri}`),
    run: async (input, { signal }) => {
      const { server, uri } = input as z.infer<typeof readInput>;
      const read = await mcp.read(server, uri, { signal });
      if (!read.ok) return failed(`${uri} of ${server} could not be read: ${read.text}`);
      const text = read.value.map(resourceText).join('\n') || 'It is empty.';
      return done(headAndTail(text, MAX_CHARS, keep));
    },
  },
];

const resourceLine = ({ server, uri, name, description, mimeType, changed }: McpResource) =>
  [`${server}: ${uri}`, name, mimeType, description, changed ? 'changed since you read it' : '']
    .filter(Boolean)
    .join(' | ');

const templateLine = ({ server, uriTemplate, name, description, mimeType }: McpTemplate) =>
  [`${server}: ${uriTemplate}`, 'fill in what is in braces', name, mimeType, description]
    .filter(Boolean)
    .join(' | ');
