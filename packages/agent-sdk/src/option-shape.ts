import { isObject, show, suggest } from 'wave-hooks';

/** What a value must be, and how that is called. */
export interface Shape {
  readonly expected: string;
  fits(value: unknown): boolean;
}

/** What of the fields that are given is unknown or not what it has to be. */
export function faultsIn(
  given: object | undefined,
  shapes: Readonly<Record<string, Shape>>,
  prefix: string,
): string[] {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (!shape) return [`${prefix}${name}: there is no such option${nearest(name, shapes)}`];
    return shape.fits(value) ? [] : [faultOf(`${prefix}${name}`, shape, value)];
  });
}

export const faultOf = (field: string, { expected }: Shape, value: unknown): string =>
  `${field}: expected ${expected}, got ${shown(value)}`;

function nearest(name: string, shapes: Readonly<Record<string, Shape>>): string {
  const near = suggest(name, Object.keys(shapes));
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** JSON has no word for numbers that are none. */
const shown = (value: unknown) => (typeof value === 'number' ? String(value) : show(value));

export const text: Shape = { expected: 'a text', fits: (value) => typeof value === 'string' };
export const flag: Shape = {
  expected: 'true or false',
  fits: (value) => typeof value === 'boolean',
};
export const call: Shape = { expected: 'a function', fits: (value) => typeof value === 'function' };
export const object: Shape = { expected: 'an object', fits: isObject };
export const list: Shape = { expected: 'a list', fits: Array.isArray };
export const texts: Shape = {
  expected: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every(text.fits),
};
export const count: Shape = {
  expected: 'a whole number above 0',
  fits: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};
export const oneOf = (...words: readonly string[]): Shape => ({
  expected: `one of ${words.join(', ')}`,
  fits: (value) => words.includes(value as string),
});
export const model: Shape = {
  expected: 'a name or a model',
  fits: (value) => text.fits(value) || (isObject(value) && call.fits(value['stream'])),
};
