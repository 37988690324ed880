import * as z from 'zod';
import type { ToolSpec } from '../model/model.ts';
import type { Tool } from './tool.ts';

/** What the model is told of a tool. */
export function toolSpec({ name, description, input, inputSchema }: Tool): ToolSpec {
  return { name, description, inputSchema: inputSchema ?? schemaOf(input) };
}

function schemaOf(input: Tool['input']): ToolSpec['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
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
  return { ok: false, text: `The input of ${tool.name} is not valid. ${faults.join(' ')}` };
}

type Issue = z.core.$ZodIssue;

function faultsOf(issue: Issue, raw: unknown): readonly string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${pathText([...issue.path, key])}: unknown parameter, drop it.`,
    );
  return [`${pathText(issue.path)}: expected ${expected(issue)}, got ${got(at(raw, issue.path))}.`];
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
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
