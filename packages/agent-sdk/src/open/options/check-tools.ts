import { isObject, TOOL_NAMES } from '@wavehooks/hooks/vocabulary';
import { messageOf } from '../../base/error-text.ts';
import { PERMISSION_MODES } from '../../permissions/rules/rule.ts';
import type { AgentType } from '../../subagent/agent-types.ts';
import { NOT_AT_TOP, toolSpec } from '../../tools/tool-input.ts';
import type { ToolSpec } from '../../vocabulary/model.ts';
import type { Tool } from '../../vocabulary/tool.ts';
import type { AgentOptions } from './agent-options.ts';
import {
  call,
  type Field,
  fieldFaults,
  filled,
  model,
  modelFaults,
  object,
  oneOf,
  optional,
  suggested,
  text,
  texts,
  unknownFault,
} from './option-shape.ts';

/** What is wrong with the host's own tools. */
export function toolFaults({ tools, disallowedTools }: AgentOptions): string[] {
  return entries(tools).flatMap((tool, at) => {
    const faults = faultsOf(tool, TOOL, `tools[${at}]`);
    if (faults.length > 0) return faults;
    const fault = nameFault(tool, entries(tools).slice(0, at), entries(disallowedTools));
    const wrong = fault ?? schemaFault(tool);
    return wrong === undefined ? [] : [`tools[${at}].${wrong}`];
  });
}

/** What is wrong with the host's own kinds of subagents. */
export const agentFaults = ({ agents }: AgentOptions): string[] =>
  entries(agents).flatMap((type, at) => [
    ...faultsOf(type, AGENT, `agents[${at}]`),
    ...modelFaults(type?.model, `agents[${at}].model`),
  ]);

/** That it is a list is checked elsewhere. */
const entries = <T>(list: readonly T[] | undefined): readonly T[] =>
  Array.isArray(list) ? list : [];

const faultsOf = (value: unknown, fields: Fields, at: string): string[] => [
  ...fieldFaults(value, fields, at),
  ...(isObject(value) ? unknownIn(value, fields, at) : []),
];

type Fields = Readonly<Record<string, Field>>;

/**
 * A name that nobody reads guards nothing. What is no plain object but an instance of a class has things of
 * its own: there only what fits a missing field of nearly that name is a slip.
 */
function unknownIn(value: Record<string, unknown>, fields: Fields, at: string): string[] {
  const plain = isPlain(value);
  return Object.keys(value).flatMap((name) => {
    if (Object.hasOwn(fields, name) || value[name] === undefined) return [];
    const meant = suggested(name, fields);
    const slip =
      meant !== undefined && value[meant] === undefined && fields[meant]?.fits(value[name]);
    return plain || slip ? [unknownFault(`${at}.${name}`, 'field', meant)] : [];
  });
}

/** Also one of another realm. */
function isPlain(value: object): boolean {
  const above: unknown = Object.getPrototypeOf(value);
  return above === null || Object.getPrototypeOf(above) === null;
}

/** A tool that took the place of one of ours unseen would have what rules permit to ours. */
function nameFault(
  { name }: Tool,
  before: readonly Tool[],
  disallowed: readonly string[],
): string | undefined {
  if (name in Object.prototype) return `name: ${name} is what every object has; choose another`;
  if (before.some((other) => other?.name === name)) return `name: there are two tools ${name}`;
  if (!isBuiltin(name) || disallowed.includes(name)) return undefined;
  return `name: ${name} is a tool of Wave's; to put yours in its place, name it in disallowedTools`;
}

export const isBuiltin = (name: string): boolean => TOOL_NAMES.some((known) => known === name);

/** What no JSON Schema can say cannot be told to a model; what an endpoint refuses would cost every request. */
function schemaFault(tool: Tool): string | undefined {
  const field = tool.inputSchema ? 'inputSchema' : 'input';
  try {
    const { inputSchema } = toolSpec(tool);
    const fault = topFault(inputSchema);
    return fault === undefined ? pathFault(tool, inputSchema) : `${field}: ${fault}`;
  } catch (error) {
    return `${field}: expected a schema that can be told as JSON Schema (${messageOf(error)})`;
  }
}

type Schema = ToolSpec['inputSchema'];

function topFault(schema: Schema): string | undefined {
  const union = NOT_AT_TOP.find((name) => Object.hasOwn(schema, name));
  if (union !== undefined)
    return `expected the schema of an object, got "${union}" at its top, which models do not take; put it into a parameter, or write the schema for the model into inputSchema`;
  if (schema['type'] === 'object') return undefined;
  return `expected the schema of an object, such as z.object({}), got one of ${schema['type'] ?? 'anything'}`;
}

/** A path that is not found is made absolute for nobody; so it is with addresses. */
function pathFault({ paths = [], urls = [] }: Tool, { properties }: Schema): string | undefined {
  if (!isObject(properties)) return undefined;
  const named = [...paths.map((name) => ['paths', name]), ...urls.map((name) => ['urls', name])];
  const [list, none] = named.find(([, name = '']) => !Object.hasOwn(properties, name)) ?? [];
  if (none === undefined) return undefined;
  return unknownFault(`${list}: ${none}`, 'parameter', suggested(none, properties));
}

const schema: Field = {
  expected: 'a schema of zod 4, such as z.object({})',
  fits: (value) => isObject(value) && call.fits(value['safeParse']) && '_zod' in value,
};

const TOOL: Readonly<Record<keyof Tool, Field>> = {
  name: {
    expected: 'up to 64 letters, digits, _ or -',
    fits: (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
  },
  description: text,
  input: schema,
  inputSchema: optional(object),
  response: optional(schema),
  effect: oneOf('read', 'edit', 'run', 'none'),
  paths: optional(texts),
  urls: optional(texts),
  withDefaults: optional(call),
  files: optional(call),
  subject: optional(call),
  alone: optional(call),
  check: optional(call),
  onlyUser: optional(object),
  run: call,
};

const AGENT: Readonly<Record<keyof AgentType, Field>> = {
  name: filled,
  description: text,
  tools: optional(texts),
  disallowedTools: optional(texts),
  permissionMode: optional(oneOf(...PERMISSION_MODES)),
  systemPrompt: optional(text),
  model: optional(model),
};
