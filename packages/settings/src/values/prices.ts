import { isObject, type Values } from '@wavehooks/hooks/vocabulary';
import { PRICE_FIELDS } from './fields.ts';

/** In US dollars for a million tokens. */
export type Price = Values<typeof PRICE_FIELDS>;

/** A price that is wrong in a part is not used at all: a wrong sum is worse than none. */
export const isPrice = (value: unknown): value is Price =>
  isObject(value) &&
  Object.entries(PRICE_FIELDS).every(([name, { required }]) =>
    value[name] === undefined ? !required : isAmount(value[name]),
  ) &&
  Object.keys(value).every((name) => name in PRICE_FIELDS);

const isAmount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

export const validPrices = (prices: Record<string, unknown>): Record<string, Price> =>
  Object.fromEntries(
    Object.entries(prices).filter((pair): pair is [string, Price] => isPrice(pair[1])),
  );
