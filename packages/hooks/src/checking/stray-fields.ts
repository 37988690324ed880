import type { Handler, Raw } from '../handlers/handler.ts';
import { CONFIGURED } from '../handlers/index.ts';
import { suggest } from '../vocabulary/suggest.ts';
import { ENTRY_FIELDS, REMARK } from './entry-fields.ts';

/** A field that nobody reads. */
export interface Stray {
  readonly text: string;
  /** What comes of it where the hook runs all the same. */
  readonly ignored: string;
  /** The field that was probably meant. */
  readonly hint: string;
}

/** Fields of an entry that nobody knows, and those that only other types of hooks have. */
export function strayFields(raw: Raw, { fields }: Handler): Stray[] {
  const known = [...Object.keys(ENTRY_FIELDS), ...Object.keys(fields)];
  const others = CONFIGURED.filter((other) => other.fields !== fields);
  const names = Object.keys(raw).filter((name) => !known.includes(name) && !REMARK.test(name));
  const found = names.map((name) => ({
    name,
    owner: others.find((other) => name in other.fields),
  }));
  return [
    ...found.flatMap(({ name, owner }) => (owner ? [] : [unknown(name, known)])),
    ...found.flatMap(({ name, owner }) => (owner && raw[name] != null ? [alien(name, owner)] : [])),
  ];
}

const unknown = (name: string, known: readonly string[]): Stray => ({
  text: `"${name}" is not known`,
  ignored: ' and ignored',
  hint: hintAt(suggest(name, known)),
});

const alien = (name: string, { type }: Handler): Stray => ({
  text: `only a ${type} has "${name}"`,
  ignored: ', so it is ignored',
  hint: '',
});

const hintAt = (meant: string | undefined): string => (meant ? `; did you mean "${meant}"?` : '');

export const strayText = ({ text, ignored, hint }: Stray): string => `${text}${ignored}${hint}`;

/** Fields that nobody reads where `names` are all there are, each with what may have been meant. */
export const unknownFields = (raw: Raw, names: readonly string[]): string[] =>
  Object.keys(raw)
    .filter((name) => !names.includes(name))
    .map((name) => strayText(unknown(name, names)));
