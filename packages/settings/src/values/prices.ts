import type { Problem } from '@wavehooks/hooks';
import {
  type Fields,
  isObject,
  optional,
  required,
  show,
  type Values,
} from '@wavehooks/hooks/vocabulary';
import type { Warn } from './bounds.ts';

export const PRICE_FIELDS = {
  input: required('number', 'input'),
  output: required('number', 'output'),
  cacheRead: optional('number', 'input read from the cache; by default the same as `input`'),
  cacheWrite: optional('number', 'input written to the cache; by default the same as `input`'),
} as const satisfies Fields;

/** In US dollars for a million tokens. */
export type Price = Values<typeof PRICE_FIELDS>;

/** A price that is wrong in a part is not used at all: a wrong sum is worse than none. */
export const isPrice = (value: unknown): value is Price =>
  isObject(value) &&
  Object.entries(PRICE_FIELDS).every(([name, field]) =>
    value[name] === undefined ? !field.required : isAmount(value[name]),
  ) &&
  Object.keys(value).every((name) => name in PRICE_FIELDS);

const isAmount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const EXPECTED = `expected ${Object.keys(PRICE_FIELDS).join(', ')} as numbers from 0 on, the first two at least`;

export const priceProblems = (value: unknown, warn: Warn): readonly Problem[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, price]) =>
    priceProblem(['prices', name], price, warn),
  );

export const priceProblem = (path: readonly string[], price: unknown, warn: Warn): Problem[] =>
  isPrice(price)
    ? []
    : [warn(path, `"${path.join('.')}": ${EXPECTED}, got ${show(price)}; ignored`)];

export const validPrices = (prices: Record<string, unknown>): Record<string, Price> =>
  Object.fromEntries(
    Object.entries(prices).filter((pair): pair is [string, Price] => isPrice(pair[1])),
  );
