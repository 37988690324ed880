/**
 * Two texts, ready to be compared line by line. If both lack the last line end, both get one: a line that
 * stays as it is would differ from itself where another follows it.
 */
export function withLineEnds(before: string, after: string): [before: string, after: string] {
  const lacks = (text: string) => text !== '' && !text.endsWith('\n');
  return lacks(before) && lacks(after) ? [`${before}\n`, `${after}\n`] : [before, after];
}
