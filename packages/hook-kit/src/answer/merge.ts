type Fields = Readonly<Record<string, unknown>>;

/** Field by field, the later value counts. Defined one by one, so that no name runs a setter. */
export const merged = (before: Fields, after: Fields): Record<string, unknown> =>
  Object.fromEntries([...Object.entries(before), ...Object.entries(after)]);
