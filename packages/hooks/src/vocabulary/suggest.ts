/** The known name that `name` was probably meant to be, if any is near enough. */
export function suggest(name: string, known: readonly string[]): string | undefined {
  const plain = fold(name);
  const best = known
    // No more edits than this are tolerated, and each changes the length by one at the most.
    .filter((word) => Math.abs(fold(word).length - plain.length) <= 2)
    .map((word) => ({ word, distance: distance(plain, fold(word)) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (!best || best.word === name) return undefined;
  return best.distance <= tolerance(Math.min(plain.length, fold(best.word).length))
    ? best.word
    : undefined;
}

/**
 * The command that `name` was probably meant to be: what it is called elsewhere, a near name, or the
 * only one that begins with it.
 */
export function commandMeant(
  name: string,
  known: readonly string[],
  elsewhere: Readonly<Record<string, string>> = {},
): string | undefined {
  const plain = fold(name);
  if (Object.hasOwn(elsewhere, plain)) return elsewhere[plain];
  const begun = plain.length < 2 ? [] : known.filter((one) => fold(one).startsWith(plain));
  return suggest(name, known) ?? (begun.length === 1 ? begun[0] : undefined);
}

/** What `parseArgs` of Node says of a wrong option, in one sentence, with the option that was meant. */
export function optionFault(message: string, known: readonly string[]): string {
  const fault = message.split('. ')[0] ?? message;
  const name = /^Unknown option '--?([^']+)'$/.exec(fault)?.[1];
  const meant = name === undefined ? undefined : commandMeant(name, known);
  return meant === undefined ? fault : `${fault}; did you mean "--${meant}"?`;
}

const fold = (name: string) =>
  name
    .slice(0, 64)
    .toLowerCase()
    .replace(/[_\-\s]/g, '');

const tolerance = (length: number) => (length < 3 ? 0 : length < 9 ? 1 : 2);

/** Edits (insert, delete, replace, swap of neighbours) from `a` to `b`. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replace = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replace, swap, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
