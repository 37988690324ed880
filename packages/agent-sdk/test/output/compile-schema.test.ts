import { expect, test } from 'vitest';
import { compileSchema } from '../../src/output/compile-schema.ts';
import type { JsonSchema } from '../../src/output/output-schema.ts';

const FILES = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, line: { type: 'integer', minimum: 1 } },
        required: ['path'],
        additionalProperties: false,
      },
    },
    level: { enum: ['low', 'high'] },
  },
  required: ['files'],
};

test.each<readonly [value: unknown, faults: readonly string[]]>([
  [{ files: [] }, []],
  [{ files: [{ path: 'a', line: 3 }], level: 'low' }, []],
  [{}, ["the document: must have required property 'files'"]],
  [[], ['the document: must be object, got []']],
  [
    { files: [{ line: 0 }], level: 'x' },
    [
      "/files/0: must have required property 'path'",
      '/files/0/line: must be >= 1, got 0',
      '/level: must be one of "low", "high", got "x"',
    ],
  ],
  [{ files: [{ path: 'a', size: 1 }] }, ['/files/0: must not have the property "size"']],
])('%j', (value, faults) => {
  const compiled = compileSchema(FILES);
  expect(compiled.ok && compiled.faults(value)).toEqual(faults);
});

test('of many faults some are told', () => {
  const compiled = compileSchema({ type: 'array', items: { type: 'string' } });
  const faults = compiled.ok ? compiled.faults(Array.from({ length: 30 }, (_, at) => at)) : [];
  expect([faults.length, faults.at(-1)]).toEqual([11, 'and 20 more']);
});

test.each<readonly [name: string, schema: JsonSchema, yes: unknown, no: unknown]>([
  ['keywords without a type', { minimum: 3 }, 'text', 2],
  ['conditions', JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 3}}'), 'abc', 'ab'],
  ['formats', { type: 'string', format: 'date' }, '2026-02-03', 'today'],
  ['a list of types', { type: ['string', 'null'] }, null, 1],
  ['remarks', { type: 'string', 'x-order': 1, example: 'a' }, 'a', 1],
  [
    'another draft',
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' },
    'a',
    1,
  ],
  [
    'references, also to itself',
    {
      $ref: '#/$defs/node',
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['v'] },
      },
    },
    { v: 1, next: { v: 2 } },
    { v: 1, next: {} },
  ],
])('%s', (_name, schema, yes, no) => {
  const compiled = compileSchema(schema);
  const faults = (value: unknown) => compiled.ok && compiled.faults(value).length > 0;
  expect([compiled.ok, faults(yes), faults(no)]).toEqual([true, false, true]);
});

test.each<readonly [schema: JsonSchema, path: readonly string[], text: string | RegExp]>([
  [
    { type: 'object', properties: { a: { type: 'strin' } } },
    ['properties', 'a', 'type'],
    /^must be one of "array", .*"string", got "strin"$/,
  ],
  [
    { type: 'object', properties: { a: {} }, reqired: ['a'] },
    ['reqired'],
    '"reqired" is not a keyword of JSON Schema draft 7; did you mean "required"?',
  ],
  [
    { properties: { a: { type: 'array', prefixItems: [] } } },
    ['properties', 'a', 'prefixItems'],
    '"prefixItems" is not a keyword of JSON Schema draft 7',
  ],
  [{ required: 'a' }, ['required'], 'must be array, got "a"'],
  [
    { properties: { a: { $ref: '#/$defs/no' } } },
    ['properties', 'a', '$ref'],
    /^can't resolve reference #\/\$defs\/no/,
  ],
  [{ type: 'string', pattern: '[' }, ['pattern'], /^Invalid regular expression: /],
  [{ type: 'string', format: 'odd' }, ['format'], /^unknown format "odd"/],
])('%j is a schema that cannot be used', (schema, path, text) => {
  expect(compileSchema(schema)).toEqual({
    ok: false,
    fault: { path, text: typeof text === 'string' ? text : expect.stringMatching(text) },
  });
});
