/** What a review took, as far as its reviewer knows. */
export interface Cost {
  readonly tokens?: number;
  readonly usd?: number;
}

export const sumOf = (one: Cost | undefined, other: Cost | undefined): Cost | undefined => {
  if (!one || !other) return one ?? other;
  const sum = (a?: number, b?: number) =>
    a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
  const [tokens, usd] = [sum(one.tokens, other.tokens), sum(one.usd, other.usd)];
  return { ...(tokens === undefined ? {} : { tokens }), ...(usd === undefined ? {} : { usd }) };
};
