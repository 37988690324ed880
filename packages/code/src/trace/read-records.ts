import { isObject } from '@wavehooks/hooks/vocabulary';
import { asEntry } from '@wavehooks/settings/log';
import type { Logged } from './build/logged.ts';

type Kind = 'text' | 'number' | 'flag' | 'list' | 'object';

const FITS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: isObject,
};

const WHERE = { time: 'text', at: 'text', session: 'text' } as const;

/** What a record of each kind must have to be shown. Kinds that are not here are for others. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  turn: { ...WHERE, ms: 'number', ended: 'text' },
  request: {
    ...{ ...WHERE, ms: 'number', model: 'text', ended: 'text' },
    ...{ input: 'number', output: 'number', cached: 'number' },
  },
  call: { ...WHERE, call: 'text', tool: 'text', ms: 'number', success: 'flag' },
  decision: { ...WHERE, call: 'text', tool: 'text', answer: 'text', row: 'number', by: 'object' },
  moment: { ...WHERE, event: 'text', ms: 'number', verdict: 'text' },
  inventory: { ...WHERE, hooks: 'list' },
};

/** A line of the log as a record; undefined for what cannot be shown. */
export function recordIn(line: string): Logged | undefined {
  const value = parsed(line);
  return isObject(value) ? asRecord(value) : undefined;
}

/** What a line holds: a record, one of a kind that is for others, or nothing that can be read. */
export function readLine(
  line: string,
): Logged | { readonly is: 'other'; readonly kind: string } | undefined {
  const value = parsed(line);
  if (!isObject(value)) return undefined;
  const { is } = value;
  return asRecord(value) ?? (typeof is === 'string' ? { is: 'other', kind: is } : undefined);
}

function asRecord(value: Readonly<Record<string, unknown>>): Logged | undefined {
  const { is } = value;
  if (is === undefined) return asEntry(value);
  const fields = typeof is === 'string' && Object.hasOwn(FIELDS, is) ? FIELDS[is] : undefined;
  const fits = Object.entries(fields ?? {}).every(([name, kind]) => FITS[kind](value[name]));
  // Each field that is read without a look was looked at here.
  return fields && fits ? (value as unknown as Logged) : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
