import { isObject } from '@wavehooks/hooks/vocabulary';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A tool's schema in the part of JSON Schema that every provider takes. It only tells the model what to write: the
 * input is checked against the whole schema by whoever runs the tool, so what is left out here still holds.
 */
export const portableSchema = (schema: Schema): Schema => {
  const { anyOf, ...top } = portable(schema, schema, []);
  // No alternatives at the top: the fields of all of them, and none of them required.
  const fields = [...list(anyOf), top].filter(isObject).map(fieldsOf);
  return { ...top, type: 'object', properties: Object.assign({}, ...fields) };
};

/** What stays as it is. */
const PLAIN = ['type', 'title', 'description', 'minItems', 'maxItems', 'minimum', 'maximum'];

function portable(value: unknown, root: Schema, inside: readonly unknown[]): Schema {
  if (!isObject(value) || inside.includes(value)) return {};
  const within = [...inside, value];
  const part = (one: unknown) => portable(one, root, within);
  const target = typeof value['$ref'] === 'string' ? find(root, value['$ref']) : undefined;
  const wholes = [target, ...list(value['allOf'])].filter(isObject).map(part);
  const own = {
    ...Object.fromEntries(PLAIN.flatMap((key) => (key in value ? [[key, value[key]]] : []))),
    ...bounds(value),
    ...choices(value, part),
    ...contents(value, part),
  };
  return described(wholes.reduceRight(merge, own), value);
}

/** Bounds that exclude their number, as bounds that include the next one; below whole numbers that is close enough. */
function bounds({ exclusiveMinimum: over, exclusiveMaximum: under, type }: Schema): Schema {
  const step = type === 'integer' ? 1 : 0;
  return {
    ...(typeof over === 'number' ? { minimum: over + step } : {}),
    ...(typeof under === 'number' ? { maximum: under - step } : {}),
  };
}

/** One of several: types, forms, or texts. Gemini takes an `enum` of texts only. */
function choices(value: Schema, part: (one: unknown) => Schema): Schema {
  const { type } = value;
  const values = 'const' in value ? [value['const']] : list(value['enum']);
  const texts = values.length > 0 && values.every((one) => typeof one === 'string');
  const forms = [...list(value['anyOf']), ...list(value['oneOf'])].map(part);
  const types = Array.isArray(type)
    ? type.map((one) => part({ ...value, type: one, description: undefined }))
    : [];
  const either = forms.length > 0 ? forms : types;
  return {
    ...(texts ? { type: 'string', enum: values } : {}),
    ...(either.length > 0 ? { anyOf: either } : {}),
    ...(Array.isArray(type) ? { type: undefined } : {}),
  };
}

/** What is inside a list or an object. */
function contents(value: Schema, part: (one: unknown) => Schema): Schema {
  const { properties, items, prefixItems, additionalProperties: others, type } = value;
  const fields = isObject(properties) ? properties : undefined;
  const required = list(value['required']).filter((name) => Object.hasOwn(fields ?? {}, `${name}`));
  return {
    ...(type === 'array'
      ? { items: isObject(items) ? part(items) : eitherOf(prefixItems, part) }
      : {}),
    ...(fields
      ? { properties: Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, part(v)])) }
      : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(isObject(others) ? { additionalProperties: part(others) } : {}),
  };
}

const eitherOf = (forms: unknown, part: (one: unknown) => Schema): Schema =>
  list(forms).length > 0 ? { anyOf: list(forms).map(part) } : {};

/** What has no place of its own is said in words. */
const HINTS = ['format', 'pattern', 'default'];

function described(schema: Schema, value: Schema): Schema {
  const values = list(value['enum']);
  const odd = values.some((one) => typeof one !== 'string')
    ? [`one of ${JSON.stringify(values)}`]
    : [];
  const said = HINTS.flatMap((key) =>
    key in value ? [`${key}: ${JSON.stringify(value[key])}`] : [],
  );
  const hints = [...odd, ...said].join(', ');
  const clean = Object.fromEntries(Object.entries(schema).filter(([, one]) => one !== undefined));
  if (hints === '') return clean;
  return { ...clean, description: [clean['description'], `(${hints})`].filter(Boolean).join(' ') };
}

/** Both hold; where both say something, the outer one does. */
function merge(outer: Schema, inner: Schema): Schema {
  const fields = { ...fieldsOf(inner), ...fieldsOf(outer) };
  const required = [...new Set([...list(inner['required']), ...list(outer['required'])])];
  return {
    ...inner,
    ...outer,
    ...(Object.keys(fields).length > 0 ? { properties: fields } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

const fieldsOf = ({ properties }: Schema): Schema => (isObject(properties) ? properties : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** `#/$defs/name` in the same schema. */
function find(root: Schema, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  return ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
      root,
    );
}
