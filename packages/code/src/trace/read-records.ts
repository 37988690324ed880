import { isObject } from '@wavehooks/hooks/vocabulary';
import { asEntry } from '@wavehooks/settings/log';
import type { Logged } from './build/logged.ts';

type Kind = keyof typeof FITS;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const FITS = {
  text: isText,
  texts: isTexts,
  time: (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value)),
  number: (value: unknown) => Number.isFinite(value),
  flag: (value: unknown) => typeof value === 'boolean',
  /** Who decided. */
  by: (value: unknown) => isObject(value) && isTexts(Object.values(value)),
  /** The hooks of an inventory. */
  hooks: (value: unknown) =>
    Array.isArray(value) && value.every((one) => isObject(one) && isTexts(Object.values(one))),
} as const;

type Fields = Readonly<Record<string, Kind>>;

const WHERE: Fields = { time: 'time', at: 'time', session: 'text' };

/** What a record of each kind must have to be shown. Kinds that are not here are for others. */
const FIELDS: Readonly<Record<string, Fields>> = {
  turn: { ...WHERE, ms: 'number', ended: 'text' },
  request: {
    ...{ ...WHERE, ms: 'number', model: 'text', ended: 'text' },
    ...{ input: 'number', output: 'number', cached: 'number' },
  },
  call: { ...WHERE, call: 'text', tool: 'text', ms: 'number', success: 'flag' },
  decision: { ...WHERE, call: 'text', tool: 'text', answer: 'text', row: 'number', by: 'by' },
  moment: { ...WHERE, event: 'text', ms: 'number', verdict: 'text' },
  inventory: { ...WHERE, hooks: 'hooks' },
};

/** What else is read of records, where it is there. */
const MORE: Fields = {
  ...{ time: 'time', at: 'time', session: 'text', agent: 'text', call: 'text', tool: 'text' },
  ...{ subject: 'text', stdout: 'text', stderr: 'text', project: 'text', content: 'text' },
  ...{ for: 'text', message: 'text' },
  ...{ toAgent: 'texts', toUser: 'texts', context: 'texts' },
  ...{ rewrittenBy: 'texts', outputRewrittenBy: 'texts' },
  ...{ waited: 'number', cost: 'number', erased: 'flag', late: 'flag', rewrote: 'flag' },
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
  if (typeof is === 'string' && !Object.hasOwn(FIELDS, is)) return { is: 'other', kind: is };
  return asRecord(value);
}

function asRecord(value: Readonly<Record<string, unknown>>): Logged | undefined {
  const { is, by } = value;
  const hasMore = Object.entries(MORE).every(
    ([name, kind]) => value[name] === undefined || FITS[kind](value[name]),
  );
  if (!hasMore) return undefined;
  if (is === undefined) return asEntry(value);
  const fields = typeof is === 'string' && Object.hasOwn(FIELDS, is) ? FIELDS[is] : undefined;
  const fits = Object.entries(fields ?? {}).every(([name, kind]) => FITS[kind](value[name]));
  // Of a moment, the names of hooks.
  const fitsBy = is !== 'moment' || by === undefined || isTexts(by);
  // Each field that is read without a look was looked at here.
  return fields && fits && fitsBy ? (value as unknown as Logged) : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
