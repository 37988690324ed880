import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { isWanted, moduleOf } from '../pins/modules.ts';
import { type Pin, seenFrom } from '../pins/pin.ts';
import { realOf } from './names/place.ts';

/** Whether a path, links followed, is one that approved code loads, or would load if it were there. */
export type Loads = (path: string, cwd: string) => boolean;

/**
 * By pins: the files themselves, those that would be loaded instead, and the directories below the
 * project's root that hold them, into which a command may put such a file. The root itself is named by
 * too many commands: what appears there is found before the hook runs.
 */
export function makeLoads(pins: () => readonly Pin[], projectDir: string): Loads {
  const root = fold(realOf(projectDir));
  return (path, cwd) => {
    const asked = fold(path);
    const isBelowRoot = asked !== root && isWithin(root, asked);
    const bases = [...new Set([projectDir, cwd])];
    return pins().some((pin) =>
      spotsOf(pin, bases).some(
        (spot) =>
          HOLDS[pin.of ?? 'content'](spot, asked, pin) || (isBelowRoot && isWithin(asked, spot)),
      ),
    );
  };
}

type Holds = (spot: string, asked: string, pin: Pin) => boolean;

const itself: Holds = (spot, asked) => asked === spot || isCacheOf(spot, asked);

const HOLDS: Readonly<Record<NonNullable<Pin['of']> | 'content', Holds>> = {
  content: itself,
  type: itself,
  place: itself,
  entries: (spot, asked) => asked !== spot && isWithin(spot, asked),
  packages: (spot, asked) => isWithin(spot, asked),
  modules: (spot, asked, { names = [] }) => isModule(relative(spot, asked), names),
};

/** `json.py`, `json`, `json/__init__.py`: what Python would load by the name, or a directory with that. */
function isModule(way: string, names: readonly string[]): boolean {
  const [first = '', second, ...more] = way.split('/');
  const isNamed = isWanted(moduleOf(first) ?? first, names);
  if (second === undefined) return isNamed;
  return isNamed && more.length === 0 && moduleOf(second) === '__init__';
}

/** What Python keeps compiled of a module beside it. */
function isCacheOf(spot: string, asked: string): boolean {
  if (!spot.endsWith('.py')) return false;
  const cache = join(dirname(spot), '__pycache__');
  if (asked === cache) return true;
  return dirname(asked) === cache && basename(asked).startsWith(`${basename(spot, '.py')}.`);
}

/** Where a pin's path is, by its name and with links followed. */
function spotsOf({ path }: Pin, bases: readonly string[]): string[] {
  const from = isAbsolute(path) ? bases.slice(0, 1) : bases;
  const named = from.map((base) => seenFrom(base, path));
  return [...new Set(named.flatMap((one) => [resolve(one), realOf(one)]).map(fold))];
}

const isWithin = (dir: string, path: string): boolean =>
  path === dir || path.startsWith(dir.endsWith('/') ? dir : `${dir}/`);

/** File names there differ by more than case. */
const fold = (path: string) => (process.platform === 'darwin' ? path.toLowerCase() : path);
