import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Resolve } from '../../files/paths.ts';

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
  resolve: Resolve,
): boolean {
  if (BUILTINS.has(name)) return true;
  const isOurs = (file: string) => resolve(file).inside;
  if (dirs.some((dir) => hasAbove(dir, CHOSEN_BY.get(name) ?? [], resolve))) return false;
  // It says where npm logs, caches and asks for a newer npm. One above the project is the user's own.
  if (name === 'npm' && dirs.some((dir) => hasAbove(dir, ['.npmrc'], resolve, isOurs)))
    return false;
  return resolve.once(`program ${name}`, () => isFoundElsewhere(name, path, resolve));
}

/** Whether the first that PATH has of a name is nothing of the project's. */
function isFoundElsewhere(name: string, path: string, resolve: Resolve): boolean {
  for (const dir of resolve.once('PATH', () => [...new Set(path.split(delimiter))])) {
    // Such an entry is a place below the current directory.
    if (!isAbsolute(dir)) return false;
    if (!resolve.hasProgram(dir, name)) continue;
    const file = `${dir}/${name}`;
    const { inside, real } = resolve(file);
    return !inside && !resolve(real).inside && ![file, real].some((one) => SWITCHES.test(one));
  }
  return true;
}

/** A link that leads nowhere counts: it may lead somewhere when the program runs. */
function hasAbove(
  dir: string,
  names: readonly string[],
  { kind }: Pick<Resolve, 'kind'>,
  counts: (dir: string) => boolean = () => true,
): boolean {
  if (names.length === 0 || !counts(dir)) return false;
  if (names.some((name) => kind(join(dir, name)) !== undefined)) return true;
  return dirname(dir) !== dir && hasAbove(dirname(dir), names, { kind }, counts);
}
