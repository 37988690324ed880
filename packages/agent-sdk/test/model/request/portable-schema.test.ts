import { expect, test } from 'vitest';
import { portableSchema } from '../../../src/model/request/portable-schema.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** A field as a server wrote it, and as it is sent. */
const FIELDS: readonly [string, object, object][] = [
  ['a bound', { type: 'number', exclusiveMinimum: 0 }, { type: 'number', minimum: 0 }],
  ['a whole bound', { type: 'integer', exclusiveMaximum: 5 }, { type: 'integer', maximum: 4 }],
  ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
  [
    'numbers to choose from',
    { type: 'number', enum: [1, 2], description: 'How many.' },
    { type: 'number', description: 'How many. (one of [1,2])' },
  ],
  [
    'a form, a default',
    { type: 'string', format: 'date', default: 'x', minLength: 1 },
    { type: 'string', description: '(format: "date", default: "x")' },
  ],
  ['one of', { oneOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }] }],
  [
    'several types',
    { type: ['string', 'null'], description: 'D' },
    {
      description: 'D',
      anyOf: [{ type: 'string' }, { type: 'null' }],
    },
  ],
  ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
  [
    'a list by place',
    { type: 'array', prefixItems: [{ type: 'string' }] },
    { type: 'array', items: { anyOf: [{ type: 'string' }] } },
  ],
  [
    'a map',
    { type: 'object', additionalProperties: { type: 'string', pattern: 'a' } },
    { type: 'object', additionalProperties: { type: 'string', description: '(pattern: "a")' } },
  ],
  [
    'a closed object that wants more than it has',
    object({ a: true }, { required: ['a', 'b'], additionalProperties: false, $comment: 'c' }),
    object({ a: {} }, { required: ['a'] }),
  ],
  [
    'all of',
    { allOf: [object({ a: {} }, { required: ['a'] }), object({ b: {} }, { required: ['b'] })] },
    object({ a: {}, b: {} }, { required: expect.arrayContaining(['a', 'b']) }),
  ],
];
test.each(FIELDS)('%s', (_, field, sent) => {
  expect(portableSchema(object({ field }))).toEqual(object({ field: sent }));
});

test('references are followed, and end where they meet themselves', () => {
  const tree = object({ name: { type: 'string' }, next: { $ref: '#/$defs/tree' } });
  const schema = object({ tree: { $ref: '#/$defs/tree', description: 'T' } }, { $defs: { tree } });
  const leaf = object({ name: { type: 'string' }, next: {} });
  expect(portableSchema(schema)).toEqual(object({ tree: { ...leaf, description: 'T' } }));
});

test('the top is an object without alternatives, whatever the server wrote', () => {
  const either = [object({ a: {} }, { required: ['a'] }), object({ b: {} })];
  expect(portableSchema({ anyOf: either, properties: { c: {} }, required: ['c'] })).toEqual(
    object({ a: {}, b: {}, c: {} }, { required: ['c'] }),
  );
  expect(portableSchema({})).toEqual(object({}));
});
