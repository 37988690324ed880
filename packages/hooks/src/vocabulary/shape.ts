/**
 * A field as data: what it holds and what it is for. Types, checks, JSON Schemas and docs tables all
 * come from these. A schema library would do it too, and costs more to load than a hook takes to run.
 */
export type Kind = keyof KindMap;

interface KindMap {
  text: string;
  flag: boolean;
  number: number;
  object: Record<string, unknown>;
  texts: readonly string[];
  list: unknown[];
  function: (...given: never[]) => unknown;
  anything: unknown;
}

export interface Field<
  K extends Kind = Kind,
  R extends boolean = boolean,
  W extends string = string,
> {
  readonly is: K;
  readonly required: R;
  readonly about: string;
  /** The texts it can be, where they are a list. */
  readonly words?: readonly W[];
  /** No message repeats what it holds. */
  readonly secret?: true;
}

export type Fields = Readonly<Record<string, Field>>;

export type ValueOf<F extends Field> =
  F extends Field<'text', boolean, infer W> ? W : KindMap[F['is']];

export type Values<F extends Fields> = {
  -readonly [N in keyof F as F[N]['required'] extends true ? N : never]: ValueOf<F[N]>;
} & {
  -readonly [N in keyof F as F[N]['required'] extends true ? never : N]?: ValueOf<F[N]>;
};

export const required = <K extends Kind>(is: K, about: string): Field<K, true> => ({
  is,
  required: true,
  about,
});

export const optional = <K extends Kind, const W extends string = string>(
  is: K,
  about: string,
  words?: readonly W[],
): Field<K, false, W> => ({ is, required: false, about, ...(words ? { words } : {}) });

/** What was expected, in words, when `value` does not fit; undefined when it does. */
export function misfit(field: Pick<Field, 'is' | 'words'>, value: unknown): string | undefined {
  if (!CHECKS[field.is](value)) return EXPECTED[field.is];
  if (field.words && !field.words.includes(value as string)) return list(field.words);
  return undefined;
}

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  object: isObject,
  texts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  list: Array.isArray,
  function: (value) => typeof value === 'function',
  anything: (value) => value !== undefined,
};

const EXPECTED: Record<Kind, string> = {
  text: 'a text',
  flag: 'true or false',
  number: 'a number',
  object: 'an object',
  texts: 'a list of texts',
  list: 'a list',
  function: 'a function',
  anything: 'a value',
};

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Whether a value is neither a text nor in the shape of another: of its kind, and an object with no other
 * fields and each of the same kind.
 */
export function misshapen(value: unknown, like: unknown): boolean {
  if (typeof value === 'string' || like === undefined) return false;
  if (kindOf(value) !== kindOf(like)) return true;
  return (
    isObject(value) &&
    isObject(like) &&
    Object.keys(value).some(
      (name) => !Object.hasOwn(like, name) || kindOf(value[name]) !== kindOf(like[name]),
    )
  );
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/** A value as it is shown to a person: short, on one line. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = asText(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return `a ${typeof value} that cannot be shown`;
  }
}

export function list(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
