import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { messageOf } from '../base/error-text.ts';
import { jsonIn } from './json-answer.ts';

/** A JSON Schema, as an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What schema libraries agreed on, as far as it is used here: zod, valibot, arktype and others have it. */
export interface StandardSchema<T = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => Validated<T> | Promise<Validated<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-07' }) => Record<string, unknown>;
    };
  };
}

type Validated<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What the result of a turn has to be. */
export type OutputSchema = JsonSchema | StandardSchema;

/** The type that a schema stands for: unknown for a plain JSON Schema. */
export type OutputOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer T } | undefined };
}
  ? T
  : unknown;

/** A schema, ready to be told to a model and to judge what it says. */
export interface Output {
  readonly schema: JsonSchema;
  read(text: string): Promise<ReadOutput>;
}

export type ReadOutput =
  | { readonly ok: true; readonly value: unknown }
  /** What is wrong, for the model and for the user. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** What is wrong with a schema, and where in it. */
export interface SchemaFault {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** What is wrong with a JSON Schema for `output`; undefined where it can be used. */
export async function outputSchemaFault(schema: JsonSchema): Promise<SchemaFault | undefined> {
  const compiled = await compiledOf(schema);
  return compiled.ok ? undefined : compiled.fault;
}

/** Throws a `TypeError` for what is no schema that can be used. */
export async function openOutput(schema: OutputSchema): Promise<Output> {
  const judge = isStandard(schema) ? standardJudge(schema) : await jsonJudge(schema);
  return {
    schema: judge.schema,
    read: async (text) => {
      const json = jsonIn(text);
      return json.ok ? judge.read(json.value) : { ok: false, faults: [json.fault] };
    },
  };
}

interface Judge {
  readonly schema: JsonSchema;
  read(value: unknown): Promise<ReadOutput>;
}

/** Some libraries have functions as schemas. */
const isStandard = (schema: unknown): schema is StandardSchema =>
  ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') &&
  '~standard' in schema;

async function jsonJudge(schema: unknown): Promise<Judge> {
  if (!isObject(schema)) throw new TypeError(`output: ${EXPECTED}, got ${show(schema)}`);
  const compiled = await compiledOf(schema);
  if (!compiled.ok)
    throw new TypeError(`output${place(compiled.fault.path)}: ${compiled.fault.text}`);
  const read = async (value: unknown): Promise<ReadOutput> => {
    const faults = compiled.faults(value);
    return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
  };
  return { schema, read };
}

const EXPECTED =
  'expected a JSON Schema as an object, or a schema of zod or another Standard Schema library';

/** Loaded only where somebody wants an output: a validator is large. */
const compiledOf = async (schema: JsonSchema) =>
  (await import('./compile-schema.ts')).compileSchema(schema);

const place = (path: SchemaFault['path']) => path.map((key) => `.${key}`).join('');

function standardJudge(schema: StandardSchema): Judge {
  const { validate } = schema['~standard'];
  const read = async (value: unknown): Promise<ReadOutput> => {
    const result = await validate(value);
    return result.issues
      ? { ok: false, faults: result.issues.map(issueText) }
      : { ok: true, value: result.value };
  };
  return { schema: jsonSchemaOf(schema), read };
}

/** What the model writes is what the schema takes, before it makes something of it. */
function jsonSchemaOf({ '~standard': standard }: StandardSchema): JsonSchema {
  try {
    const {
      $schema: _,
      '~standard': __,
      ...schema
    } = standard.jsonSchema.input({ target: 'draft-07' });
    return schema;
  } catch (error) {
    throw new TypeError(
      `output: expected a schema that can be told as JSON Schema (${messageOf(error)}); give its JSON Schema instead`,
    );
  }
}

const issueText = ({ message, path = [] }: Issue): string => {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return `${keys.map((key) => `/${key}`).join('') || 'the document'}: ${message}`;
};
