import type { Usage } from '../vocabulary/model.ts';

/** What a model costs, in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Input that came from the cache; as other input without it. */
  readonly cacheRead?: number;
  /** Input that was put into the cache; as other input without it. */
  readonly cacheWrite?: number;
}

/** When the table was last compared with what the providers publish. */
export const PRICES_AS_OF = '2026-11';

const claude = (input: number, output: number, cacheRead = input / 10): Price => ({
  input,
  output,
  cacheRead,
  cacheWrite: input * 1.25,
});
const openai = (input: number, cacheRead: number, output: number): Price => ({
  input,
  output,
  cacheRead,
});

/** List prices without discounts and surcharges. A model whose price depends on more is left out. */
export const PRICES: Readonly<Record<string, Price>> = {
  'claude-fable-5-1': claude(10, 50, 0.25),
  'claude-fable-5': claude(10, 50),
  'claude-opus-5-5': claude(4, 20, 0.2),
  'claude-opus-5': claude(5, 25),
  'claude-opus-4-8': claude(5, 25),
  'claude-opus-4-7': claude(5, 25),
  'claude-opus-4-6': claude(5, 25),
  'claude-opus-4-5': claude(5, 25),
  'claude-opus-4-1': claude(15, 75),
  'claude-sonnet-5-5': claude(2, 10),
  'claude-sonnet-5': claude(2, 10),
  'claude-sonnet-4-6': claude(3, 15),
  'claude-sonnet-4-5': claude(3, 15),
  'claude-haiku-4-5': claude(1, 5),
  'gpt-5.2': openai(1.75, 0.175, 14),
  'gpt-5.1': openai(1.25, 0.125, 10),
  'gpt-5': openai(1.25, 0.125, 10),
  'gpt-5-mini': openai(0.25, 0.025, 2),
  'gpt-4.1': openai(2, 0.5, 8),
};

/** A dated name is the same model; any other further word may be another one, with its own price. */
export function knownPrice(
  model: string,
  more: Readonly<Record<string, Price>> = {},
): Price | undefined {
  const plain = model.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
  if (Object.hasOwn(more, model)) return more[model];
  return Object.hasOwn(PRICES, plain) ? PRICES[plain] : undefined;
}

export function costOf(usage: Usage, price: Price): number {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = usage;
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  return (
    (fresh * input +
      cachedTokens * cacheRead +
      cacheWriteTokens * cacheWrite +
      outputTokens * output) /
    1_000_000
  );
}
