import { isObject } from '@wavehooks/hooks/vocabulary';

/** A parameter that MCP over HTTP repeats as a header, so that gateways can route without reading bodies. */
export interface HeaderParam {
  readonly path: readonly string[];
  readonly header: string;
}

const MARK = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/** The parameters that a tool's schema marks; a text says why a mark is invalid, and with it the tool. */
export function headerParams(schema: unknown): readonly HeaderParam[] | string {
  const found = reachable(schema, []);
  const bad = found.find(({ mark, type }) => !isToken(mark) || !TYPES.includes(type));
  if (bad)
    return `${bad.path.join('.')}: "${MARK}" needs a header name, on a string, an integer or a boolean`;
  const names = found.map(({ mark }) => String(mark).toLowerCase());
  if (new Set(names).size < names.length) return `two parameters have the same "${MARK}"`;
  if (marksIn(schema) > found.length) return `"${MARK}" may only stand on a named property`;
  return found.map(({ path, mark }) => ({ path, header: `Mcp-Param-${mark}` }));
}

/** What one call has to send; a parameter that is absent or null has no header. */
export function headersFor(
  params: readonly HeaderParam[],
  input: unknown,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    params.flatMap(({ path, header }) => {
      const value = path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), input);
      return value === undefined || value === null || typeof value === 'object'
        ? []
        : [[header, encoded(String(value))]];
    }),
  );
}

const isToken = (mark: unknown) => typeof mark === 'string' && TOKEN.test(mark);

interface Marked {
  readonly path: readonly string[];
  readonly mark: unknown;
  readonly type: unknown;
}

function reachable(schema: unknown, path: readonly string[]): Marked[] {
  if (!isObject(schema)) return [];
  const own = path.length > 0 && Object.hasOwn(schema, MARK);
  const { properties, type } = schema;
  return [
    ...(own ? [{ path, mark: schema[MARK], type }] : []),
    ...Object.entries(isObject(properties) ? properties : {}).flatMap(([name, inner]) =>
      reachable(inner, [...path, name]),
    ),
  ];
}

/** Marks anywhere, also where no value could be found by its name. */
function marksIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce<number>((sum, one) => sum + marksIn(one), 0);
  return inner + (Object.hasOwn(value, MARK) ? 1 : 0);
}

/** Plain ASCII goes as it is; anything that a header would change goes in base64. */
const encoded = (text: string): string =>
  /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
