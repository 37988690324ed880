/** More than this many of a kind are told as one. */
export const MOST_APART = 5;

/** How many names a line has room for. */
const NAMED = 3;

/**
 * Rows in their order, those of one kind together where they are more than `apart`: each group stands where its
 * first row stood. A row without a kind stays by itself.
 */
export function folded<T>(
  rows: readonly T[],
  kindOf: (row: T) => string | undefined,
  apart = MOST_APART,
): T[][] {
  const kinds = Map.groupBy(rows, kindOf);
  return rows.flatMap((row) => {
    const kind = kindOf(row);
    const like = kind === undefined ? [] : (kinds.get(kind) ?? []);
    if (like.length <= apart) return [[row]];
    return like[0] === row ? [like] : [];
  });
}

/** "a, b, c and 297 more". */
export function someOf(names: readonly string[]): string {
  if (names.length <= MOST_APART) return names.join(', ');
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;
}

/** The file of a place in it. */
export const fileOf = (source: string): string => source.replace(/:\d+$/, '');
