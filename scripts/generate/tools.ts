import * as z from 'zod';
import type { Mcp } from '../../packages/agent-sdk/src/mcp/mcp-api.ts';
import { resourceTools } from '../../packages/agent-sdk/src/mcp/resource-tools.ts';
import { toolSearch } from '../../packages/agent-sdk/src/offer/tool-search.ts';
import { skillTool } from '../../packages/agent-sdk/src/skills/skill-tool.ts';
import { AGENT_TYPES } from '../../packages/agent-sdk/src/subagent/agent-types.ts';
import { taskTool } from '../../packages/agent-sdk/src/subagent/task-tool.ts';
import { builtinTools } from '../../packages/agent-sdk/src/tools/builtin-tools.ts';
import type { Tool } from '../../packages/agent-sdk/src/vocabulary/tool.ts';
import { code, table } from './docs.ts';

/** What docs/tools.md has: all tools in a table, then each with its input and its result. */
export const toolTables = (): Record<string, string> => ({
  toolList: table(
    ['tool', 'asks you without a rule', 'rules look at'],
    tools().map((tool) => [
      `[${tool.name}](#${tool.name.toLowerCase()})`,
      asks(tool),
      subjectOf(tool),
    ]),
  ),
  toolSections: tools().map(section).join('\n\n'),
});

/** Those of every agent, the one that starts subagents, the one that loads skills, and those for what MCP servers offer to read. */
export const tools = (): readonly Tool[] => [
  ...builtinTools(),
  taskTool({
    types: new Map(AGENT_TYPES.map(({ model: _, ...type }) => [type.name, type])),
    depth: 0,
    onlyReads: () => false,
    run: () => Promise.reject(new Error('this one is only looked at')),
  }) as unknown as Tool,
  skillTool([], () => {}) as unknown as Tool,
  ...resourceTools({} as Mcp),
  toolSearch(() => []) as Tool,
];

function asks({ effect, files }: Tool): string {
  if (effect === 'none') return 'no';
  if (effect === 'read' && files) return 'outside the project';
  return effect === 'run' ? 'yes, unless the command only reads' : 'yes';
}

/** What it is called with where each parameter is its own name says which of them rules look at. */
function subjectOf(tool: Tool): string {
  const names = Object.keys(propertiesOf(tool.input));
  const isUrl = (name: string) => tool.urls?.includes(name) === true;
  const own = Object.fromEntries(
    names.map((name) => [name, isUrl(name) ? `https://${name}` : name]),
  );
  const subject = tool.subject?.(own);
  const parts = names.filter((name) => subject?.split(':').includes(name));
  return parts.length > 0 ? parts.map(code).join(', ') : 'its name';
}

function section(tool: Tool): string {
  const { name, description, paths = [], urls = [], response } = tool;
  const absolute = paths.map((one) => code(`tool_input.${one}`)).join(', ');
  return [
    `### ${name}`,
    description.split('\n').join('\n\n').replaceAll('\n\n- ', '\n- '),
    'Input:',
    fields(tool.input),
    ...(absolute ? [`Hooks see ${absolute} as an absolute path.`] : []),
    ...urls.map((one) => `Hooks see ${code(`tool_input.${one}`)} in one form ([the web](web.md)).`),
    ...(response === undefined || isEmpty(response)
      ? [NO_MORE]
      : ['`tool_response`, beside `output` and `success`:', fields(response)]),
  ].join('\n\n');
}

const NO_MORE = '`tool_response` has `output` and `success`.';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input' }) as Schema;
const propertiesOf = (type: z.ZodType) => schemaOf(type).properties ?? {};
const isEmpty = (type: z.ZodType) => Object.keys(propertiesOf(type)).length === 0;

function fields(type: z.ZodType): string {
  const { properties = {}, required = [] } = schemaOf(type);
  const rows = Object.entries(properties).map(([name, one]) => [
    code(name),
    `${typeOf(one)}${required.includes(name) ? ', required' : ''}`,
    aboutOf(one),
  ]);
  return table(['field', 'type', 'what it is'], rows);
}

function typeOf({ type, enum: words, anyOf, items }: Schema): string {
  if (words) return words.map((word) => code(`"${word}"`)).join(' or ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${items ? plural(typeOf(items)) : 'anything'}`;
  return TYPES[type ?? ''] ?? 'anything';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'flag',
  object: 'object',
  null: 'null',
};

const plural = (word: string) => `${word}s`;

/** What a list holds is told with the list. */
function aboutOf({ description, items, properties }: Schema): string {
  const inner = items?.properties ?? properties;
  const own = description ?? '';
  if (!inner) return own;
  const names = Object.keys(inner).map(code).join(', ');
  return `${own}${own ? '; each' : 'Each'} has ${names}`;
}
