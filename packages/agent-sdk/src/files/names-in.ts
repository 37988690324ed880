import { opendirSync } from 'node:fs';

/** Names that one decision looks at, and goes through for all its wildcards. */
const MAX_NAMES = 10_000;
const MAX_COMPARED = 200_000;

/** The names of directories, as many as one decision may go through; undefined beyond that. */
export function listerOf(
  names: (dir: string) => readonly string[],
): (dir: string) => readonly string[] | undefined {
  let compared = 0;
  return (dir) => {
    if (compared > MAX_COMPARED) return undefined;
    const found = names(dir);
    compared += 1 + found.length;
    return found.length > MAX_NAMES ? undefined : found;
  };
}

/** What cannot be listed here, a shell cannot list for its wildcards either. */
export function namesIn(dir: string): readonly string[] {
  const names: string[] = [];
  try {
    const opened = opendirSync(dir);
    for (let one = opened.readSync(); one && names.length <= MAX_NAMES; one = opened.readSync())
      names.push(one.name);
    opened.closeSync();
  } catch {
    return names;
  }
  return names;
}
