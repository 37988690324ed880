import { type Elicitation, type FormField, type FormValue, valueFault } from '@wavehooks/agent-sdk';
import { printable } from '../../cli/style.ts';

export type Form = Extract<Elicitation, { mode: 'form' }>;

/** What was typed for a field: its value, nothing where it may stay empty, or what is wrong. */
export type Typed = { readonly value: FormValue | undefined } | { readonly fault: string };

export function typedValue(field: FormField, typed: string): Typed {
  const text = typed.trim();
  if (text === '') {
    const { initial, required } = field;
    return initial === undefined && required
      ? { fault: 'It needs an answer.' }
      : { value: initial };
  }
  const value = READ[field.kind](text, field);
  const fault = valueFault(field, value);
  return fault === undefined ? { value } : { fault: `${fault.replace(/^e/, 'E')}.` };
}

/** Options are named by their number, their label or their value. */
const optionOf = ({ options }: FormField, text: string): string =>
  options[Number(text) - 1]?.value ??
  options.find(({ value, label }) => value === text || label === text)?.value ??
  text;

const READ: Record<FormField['kind'], (text: string, field: FormField) => FormValue> = {
  text: (text) => text,
  number: Number,
  integer: Number,
  flag: (text) =>
    /^(y|yes|true)$/i.test(text) ? true : /^(n|no|false)$/i.test(text) ? false : text,
  choice: (text, field) => optionOf(field, text),
  choices: (text, field) => text.split(',').map((one) => optionOf(field, one.trim())),
};

/** How a value reads to the user. */
export function valueText(field: FormField, value: FormValue | undefined): string {
  if (value === undefined) return '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const label = (one: string) => field.options.find((option) => option.value === one)?.label ?? one;
  if (typeof value === 'string') return printable(label(value));
  return typeof value === 'number' ? String(value) : printable(value.map(label).join(', '));
}

/** What a field asks, in a line. */
export const fieldText = ({ label, about, required }: FormField): string =>
  printable(`${label}${about ? `: ${about}` : ''}${required ? '' : ' (may stay empty)'}`);

/** Who asks, so that nobody takes it for Wave or the agent. */
export const askerText = ({ server }: Elicitation): string => `The MCP server ${server} asks`;

/** What goes out in the end: fields that stay empty are not in it. */
export const contentOf = (
  { fields }: Form,
  values: readonly (FormValue | undefined)[],
): Readonly<Record<string, FormValue>> =>
  Object.fromEntries(
    fields.flatMap(({ name }, at) => {
      const value = values[at];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
