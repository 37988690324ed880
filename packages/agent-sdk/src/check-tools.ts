import { isObject, TOOL_NAMES } from 'wave-hooks';
import { call, faultOf, model, object, oneOf, type Shape, text, texts } from './option-shape.ts';
import type { AgentOptions } from './options.ts';
import type { AgentType } from './subagent/types.ts';
import { toolSpec } from './tools/index.ts';
import type { Tool } from './tools/tool.ts';

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
  entries(agents).flatMap((type, at) => faultsOf(type, AGENT, `agents[${at}]`));

/** That it is a list is checked elsewhere. */
const entries = <T>(list: readonly T[] | undefined): readonly T[] =>
  Array.isArray(list) ? list : [];

interface Field extends Shape {
  readonly optional?: true;
}

function faultsOf(value: unknown, fields: Readonly<Record<string, Field>>, at: string): string[] {
  if (!isObject(value)) return [faultOf(at, object, value)];
  return Object.entries(fields).flatMap(([name, field]) =>
    (field.optional && value[name] === undefined) || field.fits(value[name])
      ? []
      : [faultOf(`${at}.${name}`, field, value[name])],
  );
}

/** A tool that took the place of one of ours unseen would have what rules permit to ours. */
function nameFault(
  { name }: Tool,
  before: readonly Tool[],
  disallowed: readonly string[],
): string | undefined {
  if (before.some((other) => other?.name === name)) return `name: there are two tools ${name}`;
  if (!isBuiltin(name) || disallowed.includes(name)) return undefined;
  return `name: ${name} is a tool of Wave's; to put yours in its place, name it in disallowedTools`;
}

export const isBuiltin = (name: string): boolean => TOOL_NAMES.some((known) => known === name);

/** What no JSON Schema can say cannot be told to a model. */
function schemaFault(tool: Tool): string | undefined {
  try {
    toolSpec(tool);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `input: expected a schema that can be told as JSON Schema (${why})`;
  }
}

const optional = (shape: Shape): Field => ({ ...shape, optional: true });
const filled: Shape = {
  expected: 'a text that is not empty',
  fits: (value) => typeof value === 'string' && value.trim() !== '',
};

const TOOL: Readonly<Record<keyof Tool, Field>> = {
  name: {
    expected: 'up to 64 letters, digits, _ or -',
    fits: (value) => typeof value === 'string' && /^[\w-]{1,64}$/.test(value),
  },
  description: text,
  input: {
    expected: 'a schema of zod 4, such as z.object({})',
    fits: (value) => isObject(value) && call.fits(value['safeParse']) && '_zod' in value,
  },
  inputSchema: optional(object),
  effect: oneOf('read', 'edit', 'run', 'none'),
  paths: optional(texts),
  files: optional(call),
  subject: optional(call),
  alone: optional(call),
  check: optional(call),
  run: call,
};

const AGENT: Readonly<Record<keyof AgentType, Field>> = {
  name: filled,
  description: text,
  tools: optional(texts),
  systemPrompt: optional(text),
  model: optional(model),
};
