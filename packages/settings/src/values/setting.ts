import type { Problem } from '@wavehooks/hooks';
import {
  type Field,
  type Fields,
  isObject,
  type Kind,
  misfit,
  optional,
  show,
  type ValueOf,
} from '@wavehooks/hooks/vocabulary';
import { boundProblems, boundsIn, COUNT, isCount, type Warn } from './bounds.ts';

/** `user`: never read from a project's file, which would pick the model or the bounds of its own guards. */
export type Owner = 'user' | 'anyone';

/** A field of the settings: everything that Wave knows of it. `G` is how code writes its value. */
export interface Setting<G = unknown> extends Field<Kind, false> {
  readonly owner: Owner;
  /** What is wrong with a value of the right kind. */
  readonly problems?: (value: unknown, warn: Warn, name: string) => readonly Problem[];
  /** What lies inside of an object: fields, or the fields of each of its values. */
  readonly inside?: Fields;
  readonly each?: Fields;
  /** What the JSON Schema says besides. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Never set: it carries the type. */
  readonly given?: G;
}

/** One that adds up: what the files say that may say so, in their order, becomes one value. */
export interface Merged<V, G = V> extends Setting<G> {
  readonly merge: (values: readonly unknown[]) => V;
}

type More = Pick<Setting, 'problems' | 'inside' | 'each' | 'schema'>;

/** A field that a part of Wave of its own reads. */
export const readElsewhere = <G>(
  owner: Owner,
  is: Kind,
  about: string,
  more: More = {},
): Setting<G> => ({
  ...optional(is, owner === 'user' ? `${about}; the user's files only` : about),
  owner,
  ...more,
});

/** Adds up by a function. */
export const merged = <V, G = V>(
  owner: Owner,
  is: Kind,
  about: string,
  merge: (values: readonly unknown[]) => V,
  more: More = {},
): Merged<V, G> => ({ ...readElsewhere<G>(owner, is, about, more), merge });

/** The last file that says it, and says it right, counts. */
export function last<K extends Kind, const W extends string = string>(
  owner: Owner,
  is: K,
  about: string,
  words?: readonly W[],
): Merged<ValueOf<Field<K, false, W>> | undefined, ValueOf<Field<K, false, W>>> {
  type Value = ValueOf<Field<K, false, W>>;
  const field = optional(is, about, words);
  const isValue = (value: unknown): value is Value =>
    value != null && misfit(field, value) === undefined;
  const row = merged<Value | undefined, Value>(owner, is, about, (all) => all.findLast(isValue));
  return words ? { ...row, words } : row;
}

/** The same for a whole number above 0. */
export const count = (owner: Owner, about: string): Merged<number | undefined, number> =>
  merged(owner, 'number', about, (values) => values.findLast(isCount), {
    schema: { type: 'integer', minimum: 1 },
    problems: (value, warn, name) =>
      isCount(value)
        ? []
        : [warn([name], `"${name}": expected ${COUNT}, got ${show(value)}; ignored`)],
  });

/** An object of bounds: of each, the last that is right counts. */
export const bounds = <V>(owner: Owner, about: string, fields: Fields): Merged<Partial<V>> =>
  merged(owner, 'object', about, (values) => boundsOf<V>(fields, values), {
    inside: fields,
    problems: (value, warn, name) =>
      isObject(value) ? boundProblems([name], fields, value, warn) : [],
  });

const boundsOf = <V>(fields: Fields, values: readonly unknown[]): Partial<V> =>
  Object.assign({}, ...values.filter(isObject).map((value) => boundsIn(fields, value)));

/** Texts by name. */
export const texts = (owner: Owner, about: string) =>
  merged<Readonly<Record<string, string>>>(
    owner,
    'object',
    about,
    byName((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
    ),
    {
      schema: { additionalProperties: { type: 'string' } },
      problems: (value, warn, name) =>
        Object.entries(Object(value)).flatMap(([key, one]) =>
          typeof one === 'string'
            ? []
            : [warn([name, key], `"${name}.${key}": expected a text, got ${show(one)}; ignored`)],
        ),
    },
  );

/** Entries by name; of each name the last counts. */
export const byName = <V>(
  valid: (all: Record<string, unknown>) => V,
): ((values: readonly unknown[]) => V) => {
  return (values) => valid(Object.assign({}, ...values.filter(isObject)));
};
