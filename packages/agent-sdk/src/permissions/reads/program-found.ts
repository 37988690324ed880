import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { realPath, statsOf } from '../../files/paths.ts';

/** A shell has these itself. */
const BUILTINS: ReadonlySet<string> = new Set(
  '[ [[ (( : break cd command continue echo exit false printf pwd read return set test true type'.split(
    ' ',
  ),
);

/** Places of programs that load another version of themselves, also from elsewhere, if a project wants that. */
const SWITCHES =
  /\/(\.volta\/bin|(mise|rtx|\.?(asdf|[a-z]+env))\/shims|\.proto\/(bin|shims)|corepack)\//;

/** Files by which a project says which version of a program runs. */
const RUST = ['rust-toolchain', 'rust-toolchain.toml'];
const CHOSEN_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ['cargo', RUST],
  ['rustc', RUST],
  ['rustup', RUST],
  ['go', ['go.mod', 'go.work']],
]);

/**
 * Whether a bare name is the program that everybody means by it: what a shell finds first by PATH is not a
 * file of the project. One that is not found does nothing.
 */
export function isProgramMeant(
  name: string,
  path: string,
  dirs: readonly string[],
  isOurs: (path: string) => boolean,
): boolean {
  if (BUILTINS.has(name)) return true;
  if (dirs.some((dir) => hasAbove(dir, CHOSEN_BY.get(name) ?? []))) return false;
  // It says where npm logs, caches and asks for a newer npm. One above the project is the user's own.
  if (name === 'npm' && dirs.some((dir) => hasAbove(dir, ['.npmrc'], isOurs))) return false;
  for (const dir of path.split(delimiter)) {
    // Such an entry is a place below the current directory.
    if (!isAbsolute(dir)) return false;
    const file = join(dir, name);
    if (!isExecutable(file)) continue;
    const real = realPath(file) ?? file;
    return ![file, real].some((one) => isOurs(one) || SWITCHES.test(one));
  }
  return true;
}

function isExecutable(file: string): boolean {
  if (!existsSync(file) || !statsOf(file)?.isFile()) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasAbove(
  dir: string,
  names: readonly string[],
  counts: (dir: string) => boolean = () => true,
): boolean {
  if (names.length === 0 || !counts(dir)) return false;
  if (names.some((name) => existsSync(join(dir, name)))) return true;
  return dirname(dir) !== dir && hasAbove(dirname(dir), names, counts);
}
