import { Ajv, addFormats } from '@modelcontextprotocol/client/validators/ajv';
import { show, suggest } from '@wavehooks/hooks/vocabulary';
import { messageOf } from '../base/error-text.ts';
import type { JsonSchema, SchemaFault } from './output-schema.ts';

export type CompiledSchema =
  | { readonly ok: true; faults(value: unknown): readonly string[] }
  | { readonly ok: false; readonly fault: SchemaFault };

/**
 * A JSON Schema (draft 7, with `$defs`) as a check. A keyword that nobody knows would check nothing, so
 * it is a fault; where a keyword stands without its `type` is the author's affair.
 */
export function compileSchema(given: JsonSchema): CompiledSchema {
  const { $schema: _, ...schema } = given;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    strictSchema: true,
    logger: false,
  });
  addFormats(ajv);
  ajv.addVocabulary(notesIn(schema));
  try {
    if (!ajv.validateSchema(schema)) return { ok: false, fault: formFault(ajv.errors ?? []) };
    const fits = ajv.compile(schema);
    return { ok: true, faults: (value) => (fits(value) ? [] : textsOf(fits.errors ?? [])) };
  } catch (error) {
    return { ok: false, fault: meaningFault(messageOf(error), schema) };
  }
}

type Fault = NonNullable<InstanceType<typeof Ajv>['errors']>[number];

/** More than this tells a model nothing new. */
const MOST_FAULTS = 10;

const textsOf = (faults: readonly Fault[]): string[] => {
  const texts = [
    ...new Set(
      faults.map((fault) => `${fault.instancePath || 'the document'}: ${faultText(fault)}`),
    ),
  ];
  const more = texts.length - MOST_FAULTS;
  return [...texts.slice(0, MOST_FAULTS), ...(more > 0 ? [`and ${more} more`] : [])];
};

/** "must be one of "a", "b", got "c"". */
function faultText({ keyword, message = 'does not fit', params, data }: Fault): string {
  const known = DETAILS[keyword]?.(params) ?? message;
  return ABOUT_NAMES.has(keyword) ? known : `${known}, got ${show(data)}`;
}

/** What they got is in their text. */
const ABOUT_NAMES = new Set(['required', 'additionalProperties']);

/** Where the library's message leaves out what it is about. */
const DETAILS: Readonly<Record<string, (params: Fault['params']) => string>> = {
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).map(show).join(', ')}`,
  const: ({ allowedValue }) => `must be ${show(allowedValue)}`,
  additionalProperties: ({ additionalProperty }) =>
    `must not have the property "${additionalProperty}"`,
};

/** The schema does not have the form of one. The deepest place says most. */
function formFault(faults: readonly Fault[]): SchemaFault {
  const [fault] = faults.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  if (!fault) return { path: [], text: 'expected a JSON Schema' };
  return { path: pathOf(fault.instancePath), text: faultText(fault) };
}

const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** It has the form of a schema, and cannot be used. What is wrong is only in the library's words. */
function meaningFault(message: string, schema: JsonSchema): SchemaFault {
  const text = message.replace(/^strict mode: /, '');
  const keyword = /^unknown keyword: "(.+)"$/.exec(text)?.[1];
  if (keyword === undefined) {
    const isIt = (key: string, value: unknown) =>
      NAMED_BY_VALUE.includes(key) && typeof value === 'string' && text.includes(value);
    return { path: placeOf(schema, isIt) ?? [], text };
  }
  const meant = suggest(keyword, KEYWORDS);
  return {
    path: placeOf(schema, (key) => key === keyword) ?? [],
    text: `"${keyword}" is not a keyword of JSON Schema draft 7${meant ? `; did you mean "${meant}"?` : ''}`,
  };
}

/** Keywords whose value stands in what the library says of them. */
const NAMED_BY_VALUE: readonly string[] = ['$ref', 'pattern', 'format'];

/** The first place in a schema that is meant. */
function placeOf(
  value: unknown,
  isIt: (key: string, value: unknown) => boolean,
): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (isIt(key, inner)) return [key];
    const deeper = placeOf(inner, isIt);
    if (deeper) return [key, ...deeper];
  }
  return undefined;
}

/** Remarks of other tools, which check nothing. */
function notesIn(value: unknown, found = new Set(['example'])): string[] {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (key.startsWith('x-')) found.add(key);
      notesIn(inner, found);
    }
  return [...found];
}

const KEYWORDS = [
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'items',
  'additionalItems',
  'contains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  '$ref',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
];
