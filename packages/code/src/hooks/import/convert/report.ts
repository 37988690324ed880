import type { EventName } from '@wavehooks/hooks';
import { shownField } from '../peers/shown.ts';

/** Where something of a peer's settings stands: `file:line`, and its path there. */
export interface Spot {
  readonly source: string;
  readonly at: string;
}

/** What became of one field. Each field of each foreign hook is one line, in one list. */
export type Line = Spot & { readonly field: string; readonly already?: true } & (
    | { readonly list: 'imported'; readonly value: unknown }
    | {
        readonly list: 'converted';
        readonly from: unknown;
        readonly to: unknown;
        readonly how: string;
      }
    | { readonly list: 'notCarried'; readonly value: unknown; readonly why: string }
  );

/** A hook as it shall be written. */
export interface OurHook {
  readonly event: EventName;
  readonly matcher?: string | undefined;
  readonly entry: Record<string, unknown>;
}

export const imported = (spot: Spot, field: string, value: unknown): Line => ({
  list: 'imported',
  ...spot,
  field,
  value: shownField(field, value),
});

export const converted = (
  spot: Spot,
  field: string,
  from: unknown,
  to: unknown,
  how: string,
): Line => ({
  list: 'converted',
  ...spot,
  field,
  from: shownField(field, from),
  to: shownField(field, to),
  how,
});

export const notCarried = (spot: Spot, field: string, value: unknown, why: string): Line => ({
  list: 'notCarried',
  ...spot,
  field,
  value: shownField(field, value),
  why,
});

/** The path of a piece as people write it: `PreToolUse[0].hooks[1]`. */
export const pathText = (path: readonly (string | number)[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
