/** An option that counts something. */
export function wholeNumber([name, text]) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name}: expected a whole number from 1 on, got ${text}`);
  return [name, value];
}

/** The value that so many percent of all do not exceed. */
export const percentile = (part, values) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * part) / 100) - 1];
