import { isObject, show, suggest } from '@wavehooks/hooks/vocabulary';

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
    if (!shape) return [unknownFault(`${prefix}${name}`, 'option', suggested(name, shapes))];
    return shape.fits(value) ? [] : [faultOf(`${prefix}${name}`, shape, value)];
  });
}

export const faultOf = (field: string, { expected }: Shape, value: unknown): string =>
  `${field}: expected ${expected}, got ${shown(value)}`;

/** The known name that an unknown one was probably meant to be. */
export const suggested = (name: string, known: Readonly<Record<string, unknown>>) =>
  suggest(name, Object.keys(known));

export const unknownFault = (field: string, kind: string, meant: string | undefined): string =>
  `${field}: there is no such ${kind}${meant === undefined ? '' : `; did you mean ${meant}?`}`;

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
/** What a model has to have is asked by itself, so that a fault names its field. */
export const model: Shape = {
  expected: 'a name or a model',
  fits: (value) => text.fits(value) || isObject(value),
};
export const filled: Shape = {
  expected: 'a text that is not empty',
  fits: (value) => typeof value === 'string' && value.trim() !== '',
};

export interface Field extends Shape {
  readonly optional?: true;
}

export const optional = (shape: Shape): Field => ({ ...shape, optional: true });

/** What of the fields that an object must or may have is not what it has to be. */
export function fieldFaults(
  value: unknown,
  fields: Readonly<Record<string, Field>>,
  at: string,
): string[] {
  if (!isObject(value)) return [faultOf(at, object, value)];
  return Object.entries(fields).flatMap(([name, field]) =>
    (field.optional && value[name] === undefined) || field.fits(value[name])
      ? []
      : [faultOf(`${at}.${name}`, field, value[name])],
  );
}

/** A model may be an instance of anything: only what is used of it is looked at. */
export const modelFaults = (value: unknown, at: string): string[] =>
  isObject(value) ? fieldFaults(value, { id: filled, stream: call }, at) : [];
