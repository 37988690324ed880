import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { isWithin, realPath } from '../../files/paths.ts';

/** A place that undo knows nothing of, and why. */
export interface Uncovered {
  readonly path: string;
  readonly why: string;
}

/** Which directories are noted, links followed, and which are too large a thing to be. */
export function rootsOf(
  named: readonly string[],
  homes: readonly string[] = [homedir()],
): { roots: readonly string[]; refused: readonly Uncovered[] } {
  const real = [...new Set(named.flatMap((dir) => realPath(dir) ?? []))].filter(isDirectory);
  const outer = real.filter((dir) => !real.some((other) => other !== dir && isWithin(other, dir)));
  const refused = outer.flatMap((path) => {
    const why = refusal(path, homes);
    return why === undefined ? [] : [{ path, why }];
  });
  return { roots: outer.filter((dir) => !refused.some(({ path }) => path === dir)), refused };
}

/** Nobody walks a whole home, or a whole disk, before every command. */
function refusal(dir: string, homes: readonly string[]): string | undefined {
  if (dirname(dir) === dir) return 'it is the root of the file system';
  const holds = homes.map((home) => realPath(home) ?? home).find((home) => isWithin(dir, home));
  if (holds === undefined) return undefined;
  return holds === dir ? 'it is your home directory' : 'your home directory is in it';
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
