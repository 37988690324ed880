import { type Field, type Fields, optional } from '@wavehooks/hooks/vocabulary';
import { MODE_NAMES, type ModeName } from './modes.ts';

const rules = (about: string): Field<'anything', false> & { readonly schema: object } => ({
  ...optional('anything', about),
  schema: { type: 'array', items: { type: 'string' } },
});

/** The lists of rules in `permissions`. */
const RULE_FIELDS = {
  allow: rules('calls that run without asking'),
  ask: rules('calls that ask in every mode'),
  deny: rules('calls that never run'),
} as const satisfies Fields;

export type RuleKind = keyof typeof RULE_FIELDS;

export const RULE_KINDS = Object.keys(RULE_FIELDS) as readonly RuleKind[];

/** All that `permissions` can hold. */
export const PERMISSION_FIELDS = {
  ...RULE_FIELDS,
  defaultMode: optional('text', 'the mode that a session starts in', [...MODE_NAMES]),
} as const satisfies Fields;

export type GivenPermissions = Readonly<Partial<Record<RuleKind, readonly string[]>>> & {
  readonly defaultMode?: ModeName;
};
