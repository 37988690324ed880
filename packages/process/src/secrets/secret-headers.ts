/** Wider than for other names: a header is sent to be looked at by one program. */
const SECRET = /auth|token|key|secret|cookie|password|credential/i;
/** Anything shorter stands in texts by chance. */
const MIN_SECRET = 8;

/** The values of headers that are there to be secret, and their parts: of `Bearer abc` also `abc`. */
export const secretsInHeaders = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers)
    .flatMap(([name, value]) => (SECRET.test(name) ? [value, ...value.split(/\s+/)] : []))
    .filter(({ length }) => length >= MIN_SECRET);
