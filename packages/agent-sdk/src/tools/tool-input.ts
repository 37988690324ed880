import { isObject } from '@wavehooks/hooks/vocabulary';
import * as z from 'zod';
import { whole } from '../base/text.ts';
import { absolutePath } from '../files/paths.ts';
import { withoutMarks } from '../utils/mark-text.ts';
import type { ToolSpec } from '../vocabulary/model.ts';
import type { Tool } from '../vocabulary/tool.ts';

/** How a tool is described to the model. */
export function toolSpec(tool: Tool): ToolSpec {
  const { name, description, inputSchema } = tool;
  // Ours have their schema made ahead: to look at `input` loads what describes inputs.
  const schema = inputSchema ?? schemaOf(tool.input);
  // A server's words are not Wave's: they must not look like its marks.
  return { name, description: withoutMarks(description), inputSchema: schema };
}

/** Endpoints refuse these at the top of an input's schema. */
export const NOT_AT_TOP = ['oneOf', 'anyOf', 'allOf'] as const;

/** A schema with a name of its own (`.meta({ id })`) is only referred to; endpoints want it at the top. */
export function schemaOf(input: Tool['input']): ToolSpec['inputSchema'] {
  const { $schema: _, $ref, ...schema } = z.toJSONSchema(input, { io: 'input' });
  const own = $ref === undefined ? undefined : schema.$defs?.[$ref.replace(/^#\/\$defs\//, '')];
  return { ...schema, ...own };
}

export type ParsedInput =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  /** What is wrong with it, for the model. */
  | { readonly ok: false; readonly text: string };

/** The input of a call as the tool's schema reads it. */
export function parseInput(tool: Tool, raw: unknown): ParsedInput {
  const parsed = tool.input.safeParse(raw, { reportInput: true });
  if (parsed.success) return { ok: true, input: parsed.data };
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, raw));
  return { ok: false, text: misfit(tool, faults.join(' ')) };
}

export type ReadInput =
  | {
      readonly ok: true;
      /** As it was given, with its paths absolute: JSON, for hooks. */
      readonly given: Record<string, unknown>;
      /** As the schema reads that: for permissions, the user and the tool. */
      readonly input: Record<string, unknown>;
    }
  | Extract<ParsedInput, { ok: false }>;

/** What a call means. An error uses the words in which the call came. */
export function readInput(tool: Tool, raw: unknown, cwd: string): ReadInput {
  const given = isObject(raw) ? (tool.withDefaults?.(raw) ?? raw) : raw;
  const first = parseInput(tool, given);
  if (!first.ok) return first;
  // A schema may make an object of anything; hooks are told of objects only.
  if (!isObject(given))
    return { ok: false, text: misfit(tool, `input: ${wanted('object', given)}`) };
  const named = withUrls(tool, withPaths(tool, given, cwd));
  if (named === given) return { ...first, given };
  const second = parseInput(tool, named);
  return second.ok ? { ...second, given: named } : second;
}

/** The same object where there is nothing to make absolute. */
function withPaths(
  { paths = [] }: Tool,
  given: Record<string, unknown>,
  cwd: string,
): Record<string, unknown> {
  const there = paths.filter((name) => given[name] !== undefined);
  if (there.length === 0) return given;
  return {
    ...given,
    ...Object.fromEntries(there.map((name) => [name, absolute(given[name], cwd)])),
  };
}

/** What is no address stays as it is: the schema says what is wrong with it. */
function withUrls({ urls = [] }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const changed = urls.flatMap((name) => {
    const value = given[name];
    const text = typeof value === 'string' && URL.canParse(value) ? new URL(value).href : value;
    return text === value ? [] : [[name, text] as const];
  });
  return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) };
}

function absolute(value: unknown, cwd: string): unknown {
  if (Array.isArray(value)) return value.map((each) => absolute(each, cwd));
  return typeof value === 'string' ? absolutePath(cwd, value) : value;
}

const misfit = ({ name }: Tool, faults: string): string =>
  `The input of ${name} is not valid. ${faults}`;

const wanted = (expected: string, value: unknown): string =>
  `expected ${expected}, got ${got(value)}.`;

type Issue = z.core.$ZodIssue;

function faultsOf(issue: Issue, raw: unknown): readonly string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${pathText([...issue.path, key])}: unknown parameter, drop it.`,
    );
  return [`${pathText(issue.path)}: ${wanted(expected(issue), at(raw, issue.path))}`];
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    default:
      return issue.message;
  }
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

const pathText = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? 'input'
    : path
        .map((key) => (typeof key === 'number' ? `[${key}]` : String(key)))
        .join('.')
        .replaceAll('.[', '[');

/** The value that was given, found by its path so that no schema can hide it. */
const at = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    raw,
  );

function got(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${whole(text.slice(0, 60))}...` : text;
}
