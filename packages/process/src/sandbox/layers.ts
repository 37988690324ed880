import { dirname, sep } from 'node:path';
import { HOLDERS, type Layer } from './plan.ts';
import type { BoxProfile } from './profile.ts';

/** What is wanted of a sandbox. */
export interface Wanted {
  readonly profile: BoxProfile;
  /** Directories to write in. In `read-only` they can be read, wherever they are. */
  readonly writable: readonly string[];
  /** What guards the agent: it can be read, and neither changed nor made. */
  readonly guarded: readonly string[];
  /** Guarded in the same way, but for files that git reads: where one is missing, a harmless one stands in. */
  readonly standIns?: readonly string[];
  readonly hidden: readonly string[];
  /** Shown although something around it is hidden. */
  readonly shown: readonly string[];
  /** The private temporary directory, and where it is seen. */
  readonly temporary: { readonly from: string; readonly path: string };
  /** Directories of this very run, e.g. where a shell leaves how it ended. */
  readonly own: readonly string[];
}

/** What is at a path: `real` is where links lead. */
export type Seen =
  | { readonly is: 'missing' }
  | { readonly is: 'directory' | 'file'; readonly real: string };

export type Look = (path: string) => Seen;

/** `fixed`: it is shown, whatever hides the things around it. */
type Placed = { readonly layer: Layer; readonly fixed?: true };

/** The layers of a sandbox, or why there can be none. Pure, but for what `look` sees. */
export function layersOf(
  wanted: Wanted,
  look: Look,
): readonly Layer[] | { readonly fault: string } {
  const real = (paths: readonly string[]) => paths.flatMap((path) => realOf(path, look));
  const places = outermost(real(wanted.writable));
  const roots = wanted.profile === 'workspace' ? places : [];
  const guard = (path: string, missing: Missing) =>
    linkedAt(path, roots.length === 0 ? [] : wanted.writable, look) ??
    guardOf(path, roots, look, missing);
  const guards = [
    ...wanted.guarded.map((path) => guard(path, barred)),
    ...(wanted.standIns ?? []).map((path) => guard(path, stoodIn)),
  ];
  const fault = guards.find((one) => 'fault' in one);
  if (fault) return fault;
  const { from, path } = wanted.temporary;
  const writes = [...roots, ...real(wanted.own)];
  const reads = [...(wanted.profile === 'workspace' ? [] : places), ...real(wanted.shown)];
  return inOrder([
    ...wanted.hidden.flatMap((one) => hiddenAt(look(one), roots)),
    ...guards.flatMap((one) => ('layers' in one ? one.layers : [])).map((layer) => ({ layer })),
    ...reads.map((one) => fixed({ is: 'read', path: one })),
    ...writes.map((one) => fixed({ is: 'write', path: one })),
    fixed({ is: 'write', path: realOf(path, look)[0] ?? path, from }),
  ]);
}

const fixed = (layer: Layer): Placed => ({ layer, fixed: true });

function realOf(path: string, look: Look): readonly string[] {
  const seen = look(path);
  return seen.is === 'missing' ? [] : [seen.real];
}

/** Held, too: moved with the directory around it, it would be found by its path no more, and shown next time. */
function hiddenAt(seen: Seen, roots: readonly string[]): readonly Placed[] {
  if (seen.is === 'missing') return [];
  const root = roots.find((one) => isBelow(one, seen.real));
  const around = root === undefined ? [] : held(seen.real, root);
  const hidden: Layer = { is: 'hide', path: seen.real, what: seen.is };
  return [...around, hidden].map((layer) => ({ layer }));
}

/** Those that lie in none of the others. */
const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && isBelow(other, path)),
  );

type Guard = { readonly layers: readonly Layer[] } | { readonly fault: string };

/** What is done where a guarded thing is missing: its place, what there is of the way, and the root. */
type Missing = (place: string, parent: string, root: string) => readonly Layer[];

/** A link on the way to a guarded thing, in a place that can be written: it could be made to lead elsewhere. */
function linkedAt(
  path: string,
  writable: readonly string[],
  look: Look,
): { readonly fault: string } | undefined {
  const top = writable.find((dir) => dir !== path && isBelow(dir, path));
  if (top === undefined) return undefined;
  for (let at = path; at !== top; at = dirname(at)) {
    const [seen, around] = [look(at), look(dirname(at))];
    if (seen.is === 'missing' || around.is !== 'directory') continue;
    if (seen.real !== join(around.real, at.slice(dirname(at) === sep ? 0 : dirname(at).length)))
      return { fault: linkText(at) };
  }
  return undefined;
}

const linkText = (path: string) =>
  `${path} is a symbolic link, which a sandbox cannot guard: a program inside could replace it`;

/** How one thing is guarded. Where nothing inside can write anyway, nothing is to be done. */
function guardOf(path: string, roots: readonly string[], look: Look, missing: Missing): Guard {
  const parent = nearest(dirname(path), look);
  // `.git` may be a file that names a directory elsewhere: then that file is what guards.
  if (parent.is === 'file') return guardOf(parent.path, roots, look, missing);
  const place = join(parent.real, path.slice(parent.path === sep ? 0 : parent.path.length));
  const root = roots.find((one) => isBelow(one, place));
  const seen = look(path);
  if (seen.is === 'missing')
    return { layers: root === undefined ? [] : missing(place, parent.real, root) };
  // What cannot be written to by its own name may still be writable where it really is.
  const home = roots.find((one) => isBelow(one, seen.real));
  if (seen.real !== place && root !== undefined) return { fault: linkText(path) };
  return {
    layers: home === undefined ? [] : [...held(seen.real, home), { is: 'read', path: seen.real }],
  };
}

/** The nearest directory of a path that exists. */
function nearest(
  path: string,
  look: Look,
): { readonly is: 'file' | 'directory'; readonly path: string; readonly real: string } {
  const seen = look(path);
  if (seen.is !== 'missing') return { path, ...seen };
  return dirname(path) === path
    ? { is: 'directory', path, real: path }
    : nearest(dirname(path), look);
}

/** Bars the first part of it that is missing: what is below that cannot be made either. */
function barred(place: string, parent: string, root: string): readonly Layer[] {
  const [first = ''] = place.slice(join(parent, '').length).split(sep).filter(Boolean);
  const path = join(parent, `${sep}${first}`);
  return [...held(path, root), { is: 'bar', path }];
}

/** Barred instead where the directory around it is missing: then it cannot be made either. */
function stoodIn(place: string, parent: string, root: string): readonly Layer[] {
  if (dirname(place) !== parent) return barred(place, parent, root);
  return [
    ...held(place, root),
    { is: 'bar', path: `${place}${HOLDERS}` },
    { is: 'stand-in', path: place },
  ];
}

/** A directory with a mount in it can be renamed, and another put in its place; a mount itself cannot. */
function held(path: string, root: string): readonly Layer[] {
  const between: Layer[] = [];
  for (let at = dirname(path); at !== root && isBelow(root, at); at = dirname(at))
    between.unshift({ is: 'write', path: at });
  return between;
}

/** What is around comes first, and nothing of what is hidden is shown again, but for what is fixed. */
function inOrder(placed: readonly Placed[]): readonly Layer[] {
  const all = strongest(placed);
  const isShown = (one: Placed) => one.fixed || !all.some((over) => hides(over, one, all));
  const shown = all.filter(isShown).map(({ layer }) => layer);
  return shown
    .map((layer) =>
      layer.is === 'hide' && isWalked(layer.path, shown)
        ? { ...layer, open: true as const }
        : layer,
    )
    .sort((a, b) => depth(a.path) - depth(b.path));
}

/** Of two layers at the same path, the one that lets less happen counts. */
function strongest(placed: readonly Placed[]): readonly Placed[] {
  const byPath = new Map<string, Placed>();
  for (const one of placed) {
    const known = byPath.get(one.layer.path);
    if (!known || STRENGTH[one.layer.is] > STRENGTH[known.layer.is])
      byPath.set(one.layer.path, one);
  }
  return [...byPath.values()];
}

const STRENGTH = { link: 0, empty: 0, write: 0, read: 1, 'stand-in': 2, bar: 2, hide: 3 } as const;

/** Whether a thing is out of sight by one around it, with nothing fixed in between. */
function hides(
  { layer: over }: Placed,
  { layer: { path } }: Placed,
  all: readonly Placed[],
): boolean {
  const covers = over.is === 'hide' || (over.is === 'write' && over.from !== undefined);
  if (!covers || over.path === path || !isBelow(over.path, path)) return false;
  return !all.some(
    ({ layer, fixed }) =>
      fixed &&
      layer.path !== over.path &&
      isBelow(over.path, layer.path) &&
      isBelow(layer.path, path),
  );
}

const isWalked = (dir: string, layers: readonly Layer[]): boolean =>
  layers.some(({ path }) => path !== dir && isBelow(dir, path));

const join = (dir: string, rest: string): string => (dir === sep ? rest || sep : `${dir}${rest}`);

const depth = (path: string): number => (path === sep ? 0 : path.split(sep).length);

export const isBelow = (dir: string, path: string): boolean =>
  path === dir || path.startsWith(dir === sep ? sep : `${dir}${sep}`);
