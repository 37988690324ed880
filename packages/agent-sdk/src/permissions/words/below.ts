import { opendirSync } from 'node:fs';
import { nameIn, type Resolve } from '../../files/paths.ts';

/** A path as it is named, and where it really is. */
export interface Found {
  readonly path: string;
  readonly real: string;
}

/** A name that nobody gives to a file: a rule that means it means all in its directory. */
export const someFileIn = ({ path, real }: Found): Found => ({
  path: nameIn(path, NO_NAME),
  real: nameIn(real, NO_NAME),
});

const NO_NAME = '\uE000';

/** What one question looks at. */
const MAX_LOOKED_AT = 10_000;

/** Whether something holds for all that is below a directory; not, if that is too much to look at. */
export function everyBelow(
  dir: Found,
  follows: boolean,
  holds: (file: Found) => boolean,
  resolve: Resolve,
): boolean {
  const seen = new Set<string>();
  const open = [dir];
  let left = MAX_LOOKED_AT;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at.real)) continue;
    seen.add(at.real);
    for (const { name, isLink, isDir } of entriesOf(at.real)) {
      left -= 1;
      if (left < 0) return false;
      // A link that is not followed is not read.
      if (isLink && !follows) continue;
      const own = nameIn(at.real, name);
      const found = { path: nameIn(at.path, name), real: isLink ? resolve(own).real : own };
      if (!holds(found)) return false;
      if (isDir || (isLink && resolve.isDirectory(found.real))) open.push(found);
    }
  }
  return true;
}

function* entriesOf(dir: string) {
  let opened: ReturnType<typeof opendirSync>;
  try {
    opened = opendirSync(dir);
  } catch {
    // What cannot be listed here, a command of the same user cannot list either.
    return;
  }
  try {
    for (let one = opened.readSync(); one !== null; one = opened.readSync())
      yield { name: one.name, isLink: one.isSymbolicLink(), isDir: one.isDirectory() };
  } finally {
    opened.closeSync();
  }
}
