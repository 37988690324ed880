/** A path, ready to be compared: everything in small letters. */
interface Place {
  readonly path: string;
  readonly lower: string;
  readonly name: string;
  /** The name up to its first dot. */
  readonly stem: string;
  readonly depth: number;
}

/** THE TABLE of nearness: the first row that fits says how near a path is to what was typed. */
const NEAR: readonly ((place: Place, wanted: string) => boolean)[] = [
  ({ lower, name, stem }, wanted) => wanted === lower || wanted === name || wanted === stem,
  ({ name }, wanted) => name.startsWith(wanted),
  ({ lower }, wanted) => lower.startsWith(wanted),
  ({ name }, wanted) => name.includes(wanted),
  ({ lower }, wanted) => lower.includes(wanted),
  // Two letters are somewhere in almost every path.
  ({ lower }, wanted) => wanted.length > 2 && hasInOrder(lower, wanted),
];

/**
 * The paths that fit, the nearest first. Of those that are equally near, what the conversation was about
 * last comes first, then what is less deep, then what is shorter, then by the alphabet.
 */
export function nearest(
  paths: readonly string[],
  wanted: string,
  recent: readonly string[],
): readonly string[] {
  const since = new Map(recent.map((path, at) => [path, at] as const));
  const ago = ({ path }: Place) => since.get(path) ?? Number.MAX_SAFE_INTEGER;
  return placesOf(paths)
    .flatMap((place) => {
      const rank = NEAR.findIndex((fits) => fits(place, wanted));
      return rank === -1 ? [] : [{ place, rank }];
    })
    .sort(
      ({ place: a, rank: rankA }, { place: b, rank: rankB }) =>
        rankA - rankB ||
        ago(a) - ago(b) ||
        a.depth - b.depth ||
        a.path.length - b.path.length ||
        (a.path < b.path ? -1 : 1),
    )
    .map(({ place }) => place.path);
}

/** Made once for a list: it is asked for with every key. */
const KNOWN = new WeakMap<readonly string[], readonly Place[]>();

function placesOf(paths: readonly string[]): readonly Place[] {
  const known = KNOWN.get(paths) ?? paths.map(placeOf);
  KNOWN.set(paths, known);
  return known;
}

function placeOf(path: string): Place {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  return {
    path,
    lower,
    name,
    stem: name.replace(/(?<=.)\..*$/, ''),
    depth: path.split('/').length,
  };
}

/** Whether all letters are there, in this order: "scrtst" is in "screen.test.ts". */
function hasInOrder(text: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
