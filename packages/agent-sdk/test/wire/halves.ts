/** Where in a body half a character stands alone: no endpoint can read that as Unicode. */
export function halvesIn(value: unknown, at = 'body'): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() ? [] : [`${at}: invalid high or low surrogate in a text`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [
    ...halvesIn(key, `${at} (a name in it)`),
    ...halvesIn(one, `${at}.${key}`),
  ]);
}
