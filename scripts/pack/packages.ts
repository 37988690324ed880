// The packages as their manifests describe them. No other script of packing or publishing knows a name.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

type Ranges = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string | { types: string; default: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Ranges;
  readonly [field: string]: unknown;
}

export interface Package {
  readonly dir: string;
  readonly manifest: Manifest;
}

/** Whoever depends on another comes after it. */
export function readPackages(root: string): Package[] {
  const all = readdirSync(join(root, 'packages'))
    .sort()
    .map((folder) => join(root, 'packages', folder))
    .map((dir) => ({ dir, manifest: JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) }));
  return [...new Set(all.flatMap((one) => [...localsOf(one, all), one]))];
}

/** The packages of ours that one needs at run time, also through others, in the order of readPackages. */
export function localsOf({ manifest }: Package, all: readonly Package[]): Package[] {
  const direct = all.filter(({ manifest: { name } }) => name in (manifest.dependencies ?? {}));
  return [...new Set(direct.flatMap((one) => [...localsOf(one, all), one]))];
}

/** Where a package keeps those that it brings along. */
export const placeOf = ({ manifest }: Package): string => `with/${manifest.name}`;

/** The manifest of a package that brings those along: it asks for what they need, and not for them. */
export function withLocals(manifest: Manifest, locals: readonly Package[]): Manifest {
  if (locals.length === 0) return manifest;
  const names = new Set(locals.map((one) => one.manifest.name));
  const ranges = [...locals.map((one) => one.manifest), manifest].flatMap((one) =>
    Object.entries(one.dependencies ?? {}).filter(([name]) => !names.has(name)),
  );
  return {
    ...manifest,
    files: [...(manifest.files ?? []), 'with'],
    dependencies: Object.fromEntries(ranges),
  };
}

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\2/g;

/**
 * A module in which imports of those packages lead to where they are brought along. `path` is the module's,
 * from the root of the package that has them. Only paths are the same for every package manager: yarn asks
 * the registry also for what a tarball contains in its node_modules.
 */
export function relinked(text: string, path: string, locals: readonly Package[]): string {
  return text.replace(IMPORT, (whole, before, quote, specifier) => {
    const local = locals.find(({ manifest: { name } }) => `${specifier}/`.startsWith(`${name}/`));
    if (!local) return whole;
    const target = posix.join(placeOf(local), fileOf(local, specifier));
    const way = posix.relative(posix.dirname(path), target);
    return `${before}${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`;
  });
}

function fileOf({ manifest }: Package, specifier: string): string {
  const door = `.${specifier.slice(manifest.name.length)}`;
  const file = manifest.exports?.[door];
  if (typeof file !== 'object') throw new TypeError(`${manifest.name} has no module ${door}`);
  return file.default;
}
