import { isObject } from '@wavehooks/hooks/vocabulary';
import { type FormFormat, formatFault, formatOf } from './form-formats.ts';

export type FormValue = string | number | boolean | readonly string[];

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

/** One line of a form that a server wants to have filled in. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly about: string;
  readonly kind: 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'choices';
  readonly options: readonly FormOption[];
  readonly initial: FormValue | undefined;
  readonly required: boolean;
  /** Of a number, of a text's length, or of how many are chosen. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** What a text has to be. */
  readonly format?: FormFormat;
}

const FORM_LIMITS = { fields: 50, options: 200, chars: 10_000, labelChars: 500 } as const;

/** The fields of a requested schema, or what is wrong with it. */
export function readForm(schema: unknown): readonly FormField[] | string {
  if (!isObject(schema) || !isObject(schema['properties'])) return 'its form has no fields';
  const entries = Object.entries(schema['properties']);
  if (entries.length > FORM_LIMITS.fields)
    return `its form has more than ${FORM_LIMITS.fields} fields`;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields: FormField[] = [];
  for (const [name, raw] of entries) {
    const field = readField(name, raw, required.includes(name));
    if (typeof field === 'string') return `its field "${cut(name)}" ${field}`;
    fields.push(field);
  }
  return fields;
}

function readField(name: string, raw: unknown, required: boolean): FormField | string {
  if (!isObject(raw)) return 'is no field';
  const kind = kindOf(raw);
  if (kind === undefined) return 'is of a kind that forms do not have';
  const options = optionsOf(kind === 'choices' ? raw['items'] : raw, raw['enumNames']);
  if (options.length > FORM_LIMITS.options) return 'has too many options';
  const format = formatOf(raw['format']);
  const field = {
    name,
    label: cut(textOf(raw['title']) || name),
    about: cut(textOf(raw['description'])),
    kind,
    options,
    required,
    least: numberOf(raw['minimum'] ?? raw['minLength'] ?? raw['minItems']),
    most: numberOf(raw['maximum'] ?? raw['maxLength'] ?? raw['maxItems']),
    ...(kind === 'text' && format !== undefined ? { format } : {}),
  };
  const initial = raw['default'] as FormValue | undefined;
  const fits = initial !== undefined && valueFault({ ...field, initial }, initial) === undefined;
  return { ...field, initial: fits ? initial : undefined };
}

function kindOf(raw: Readonly<Record<string, unknown>>): FormField['kind'] | undefined {
  const { type } = raw;
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return type;
  if (type === 'array')
    return optionsOf(raw['items'], undefined).length > 0 ? 'choices' : undefined;
  if (type !== 'string') return undefined;
  return optionsOf(raw, undefined).length > 0 ? 'choice' : 'text';
}

/** `enum`, with names beside it or not, or a list of constants with titles. */
function optionsOf(raw: unknown, names: unknown): FormOption[] {
  if (!isObject(raw)) return [];
  const titled = raw['oneOf'] ?? raw['anyOf'];
  if (Array.isArray(titled))
    return titled.flatMap((one) =>
      isObject(one) && typeof one['const'] === 'string'
        ? [{ value: one['const'], label: cut(textOf(one['title']) || one['const']) }]
        : [],
    );
  const values = Array.isArray(raw['enum']) ? raw['enum'] : [];
  const titles = Array.isArray(names) ? names : [];
  return values.flatMap((value, at) =>
    typeof value === 'string' ? [{ value, label: cut(textOf(titles[at]) || value) }] : [],
  );
}

/** What is wrong with a value for a field; undefined when it fits. */
export function valueFault(field: FormField, value: unknown): string | undefined {
  const { kind, options, least = -Infinity, most = Infinity } = field;
  const within = (size: number) => size >= least && size <= most;
  if (kind === 'flag') return typeof value === 'boolean' ? undefined : 'expected yes or no';
  if (kind === 'number' || kind === 'integer') {
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    if (!isNumber || (kind === 'integer' && !Number.isInteger(value)))
      return `expected ${kind === 'integer' ? 'a whole number' : 'a number'}`;
    return within(value) ? undefined : rangeText(field, 'a number');
  }
  const known = (one: unknown) => options.some((option) => option.value === one);
  if (kind === 'choices') {
    if (!Array.isArray(value) || !value.every(known)) return 'expected some of its options';
    return within(value.length) ? undefined : rangeText(field, 'options, in number');
  }
  if (kind === 'choice') return known(value) ? undefined : 'expected one of its options';
  if (typeof value !== 'string' || value.length > FORM_LIMITS.chars) return 'expected a text';
  if (!within(value.length)) return rangeText(field, 'characters, in number');
  return field.format && formatFault(field.format, value);
}

const rangeText = ({ least, most }: FormField, what: string): string =>
  `expected ${[what, ...(least === undefined ? [] : [`at least ${least}`]), ...(most === undefined ? [] : [`at most ${most}`])].join(', ')}`;

/** What goes to the server: what was filled in, and the rest as the form had it. */
export function filledIn(
  fields: readonly FormField[],
  given: Readonly<Record<string, unknown>>,
): { readonly content: Record<string, FormValue> } | { readonly fault: string } {
  const content: Record<string, FormValue> = {};
  const unknown = Object.keys(given).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) return { fault: `the form has no field "${cut(unknown)}"` };
  for (const field of fields) {
    const value = given[field.name] ?? field.initial;
    if (value === undefined) {
      if (field.required) return { fault: `"${field.name}" is missing` };
      continue;
    }
    const fault = valueFault(field, value);
    if (fault !== undefined) return { fault: `"${field.name}": ${fault}` };
    content[field.name] = value as FormValue;
  }
  return { content };
}

const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw : '');
const numberOf = (raw: unknown): number | undefined => (typeof raw === 'number' ? raw : undefined);
const cut = (text: string): string => text.slice(0, FORM_LIMITS.labelChars);
