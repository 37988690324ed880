/**
 * JSON without half characters, wherever in it: half a surrogate pair is no Unicode, and providers refuse
 * a request with one, and with it every request after that one. What is no JSON is left as it is.
 */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.toWellFormed(), wellFormed(one)]),
  );
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
