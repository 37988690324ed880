import { Ajv } from '@modelcontextprotocol/client/validators/ajv';
import { isObject } from '@wavehooks/hooks/vocabulary';
import { messageOf } from '../../base/error-text.ts';
import { NOT_AT_TOP } from '../../tools/tool-input.ts';
import { MCP_LIMITS } from '../config/mcp-limits.ts';

type Validator = InstanceType<typeof Ajv>;
type Schema = Readonly<Record<string, unknown>>;

export type CheckedSchema =
  | {
      readonly ok: true;
      /** What models are given. */
      readonly schema: Schema;
      /** What inputs are checked by. */
      readonly whole: Schema;
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** Reads JSON Schemas of servers. */
export interface SchemaReader {
  /** Whether a model's endpoint would take it: one that it refuses would cost every request. */
  check(raw: unknown): CheckedSchema;
  /** What is wrong with an input; undefined when it fits, or when that cannot be told. */
  fault(schema: Schema, input: unknown): string | undefined;
}

export function schemaReader(): SchemaReader {
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const compiled = new WeakMap<Schema, (input: unknown) => string | undefined>();
  return {
    check: (raw) => check(raw ?? {}, ajv),
    fault: (schema, input) => {
      const test = compiled.get(schema) ?? compile(schema, ajv);
      compiled.set(schema, test);
      return test(input);
    },
  };
}

function check(raw: unknown, ajv: Validator): CheckedSchema {
  const no = (why: string) => ({ ok: false, why }) as const;
  if (!isObject(raw)) return no('its input schema is no object');
  if (isDeeper(raw, MCP_LIMITS.schemaDepth))
    return no(`its input schema is nested deeper than ${MCP_LIMITS.schemaDepth} levels`);
  const size = JSON.stringify(raw).length;
  if (size > MCP_LIMITS.schemaChars)
    return no(`its input schema has ${size} characters, more than ${MCP_LIMITS.schemaChars}`);
  const { $schema: _, ...rest } = raw;
  if (rest['type'] !== undefined && rest['type'] !== 'object')
    return no('its input schema is not of type "object"');
  const dropped = NOT_AT_TOP.filter((name) => Object.hasOwn(rest, name));
  const kept = Object.entries(rest).filter(([name]) => !dropped.includes(name as never));
  const schema = { ...Object.fromEntries(kept), type: 'object' };
  const wrong = invalid(schema, ajv);
  if (wrong !== undefined) return no(`its input schema is not valid: ${wrong}`);
  const names = dropped.map((name) => `"${name}"`).join(' and ');
  const notes = names === '' ? [] : [`${names} at the top of its input schema is not passed on`];
  return { ok: true, schema, whole: { ...rest, type: 'object' }, notes };
}

/** What is nested too deeply can be read, but neither checked nor written again. */
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function invalid(schema: Schema, ajv: Validator): string | undefined {
  try {
    return ajv.validateSchema(schema) ? undefined : ajv.errorsText(ajv.errors).slice(0, 300);
  } catch (error) {
    return messageOf(error);
  }
}

/** The input with the defaults of its schema, level by level; the same object where there is none to add. */
export function withDefaults(
  { properties, required }: Schema,
  input: Record<string, unknown>,
): Record<string, unknown> {
  if (!isObject(properties)) return input;
  const needed = Array.isArray(required) ? required : [];
  const added = Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const old = input[name];
    // Some write null for "none" where the type has no null.
    if (old === undefined)
      return (property['default'] ?? undefined) !== undefined ||
        (property['default'] === null && needed.includes(name))
        ? [[name, structuredClone(property['default'])] as const]
        : [];
    const filled = isObject(old) ? withDefaults(property, old) : old;
    return filled === old ? [] : [[name, filled] as const];
  });
  return added.length === 0 ? input : { ...input, ...Object.fromEntries(added) };
}

/** A schema that cannot be made into a check is left to the server, which knows its own. */
function compile(schema: Schema, ajv: Validator): (input: unknown) => string | undefined {
  try {
    const copy = withoutPatterns(schema) as Schema;
    const test = ajv.compile(copy);
    // It would keep every schema it ever saw; ours are kept as long as their tool is.
    ajv.removeSchema(copy);
    return (input) => {
      try {
        return test(input) ? undefined : ajv.errorsText(test.errors, { dataVar: 'input' });
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}

/** A regular expression of a stranger can take for ever; the server may try it itself. */
function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name, inner]) => !isLeftOut(name, inner, value));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPatterns(inner)]));
}

function isLeftOut(name: string, inner: unknown, { patternProperties }: Schema): boolean {
  if (name === 'pattern' || name === '$id') return typeof inner === 'string';
  const open = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];
  return patternProperties !== undefined && open.includes(name);
}
