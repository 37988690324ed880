import { knownPrice, PRICES, type Price } from './prices.ts';

/** A model by the name that it is asked for, with what is known of it. */
export interface ModelFacts {
  readonly name: string;
  /** How many tokens it reads at the most. */
  readonly window: number | undefined;
  readonly price: Price | undefined;
}

/** The models whose prices are known, the settings' own first. Claude is asked for by its name alone. */
export const knownModels = (
  prices: Readonly<Record<string, Price>>,
  windowOf: (model: string) => number | undefined,
): readonly ModelFacts[] =>
  [...new Set([...Object.keys(prices), ...Object.keys(PRICES)])].map((name) => ({
    name: name.startsWith('gpt-') ? `openai/${name}` : name,
    window: windowOf(name),
    price: knownPrice(name, prices),
  }));
