import type {
  CreateElicitationResponse,
  ElicitationPropertySchema,
  ElicitationSchema,
  PermissionOption,
} from '@agentclientprotocol/sdk';
import type { Elicitation, FormField, FormValue } from '@wavehooks/agent-sdk';
import { exactLine } from '../../cli/style.ts';

export type Form = Extract<Elicitation, { mode: 'form' }>;

type Property = (field: FormField) => object;

const lengths: Property = ({ least, most }) => ({
  ...(least === undefined ? {} : { minLength: least }),
  ...(most === undefined ? {} : { maxLength: most }),
});
const range: Property = ({ least, most }) => ({
  ...(least === undefined ? {} : { minimum: least }),
  ...(most === undefined ? {} : { maximum: most }),
});
const constants = ({ options }: FormField) =>
  options.map(({ value, label }) => ({ const: value, title: exactLine(label) }));

/** THE TABLE of fields as editors have them. They are written anew: what else a server's schema holds stays here. */
const PROPERTIES: Readonly<Record<FormField['kind'], Property>> = {
  text: (field) => ({
    type: 'string',
    ...lengths(field),
    ...(field.format === undefined ? {} : { format: field.format }),
  }),
  number: (field) => ({ type: 'number', ...range(field) }),
  integer: (field) => ({ type: 'integer', ...range(field) }),
  flag: () => ({ type: 'boolean' }),
  choice: (field) => ({ type: 'string', oneOf: constants(field) }),
  choices: (field) => ({
    type: 'array',
    items: { anyOf: constants(field) },
    ...(field.least === undefined ? {} : { minItems: field.least }),
    ...(field.most === undefined ? {} : { maxItems: field.most }),
  }),
};

/** A server's form as an editor shows it. */
export const serverForm = ({ fields }: Form): ElicitationSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
});

const propertyOf = (field: FormField): ElicitationPropertySchema =>
  ({
    title: exactLine(field.label),
    ...(field.about === '' ? {} : { description: exactLine(field.about) }),
    ...(field.initial === undefined ? {} : { default: field.initial }),
    ...PROPERTIES[field.kind](field),
  }) as ElicitationPropertySchema;

/** What was filled in. Editors send an empty text for a field that nobody touched. */
export function filledIn(
  { fields }: Form,
  response: CreateElicitationResponse,
): Record<string, FormValue> {
  const given = ('content' in response && Object(response.content)) || {};
  const isEmpty = (name: string, value: unknown) => {
    const field = fields.find((one) => one.name === name);
    return value === '' && field?.initial === undefined && !field?.required;
  };
  return Object.fromEntries(
    Object.entries<FormValue | null>(given).flatMap(([name, value]) =>
      value === null || isEmpty(name, value) ? [] : [[name, value]],
    ),
  );
}

interface Answer {
  readonly option: PermissionOption;
  readonly value: FormValue | undefined;
}

/** What can be chosen for a field where there are no forms; undefined for one that would have to be typed in. */
export function answersFor(field: FormField): readonly Answer[] | undefined {
  const { kind, options, required, initial } = field;
  if (kind !== 'flag' && kind !== 'choice') return undefined;
  const values: readonly (readonly [FormValue | undefined, string])[] = [
    ...(kind === 'flag'
      ? ([
          [true, 'Yes'],
          [false, 'No'],
        ] as const)
      : options.map(({ value, label }) => [value, exactLine(label)] as const)),
    ...(required || initial !== undefined ? [] : [[undefined, 'Leave it empty'] as const]),
  ];
  return values.map(([value, name], at) => ({
    option: { optionId: `answer-${at + 1}`, name, kind: 'allow_once' },
    value,
  }));
}
