import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { isWithin, realPath, wayTo } from '../../files/paths.ts';
import { anyChar, fork, many, oneChar, type Step, stepsMatch } from '../words/steps.ts';

const IGNORES_CASE = process.platform === 'darwin';

/** `strict` for what permits: real paths only, and the narrower reading where there are two. */
export type Reading = 'strict' | 'wide';

export interface FilePath {
  readonly path: string;
  readonly real: string;
}

/** Where a path really is; undefined for one that leads in circles. */
export type RealOf = (path: string) => string | undefined;

/** Whether a gitignore-like pattern means a file. */
export const matchesFile = (
  pattern: string,
  file: FilePath,
  projectDir: string,
  reading: Reading,
): boolean => fileMatcher([pattern], projectDir, reading)(file);

/** Whether one of some patterns means a file. */
export function fileMatcher(
  patterns: readonly string[],
  projectDir: string,
  reading: Reading,
  real: RealOf = realPath,
): (file: FilePath) => boolean {
  const place = [reading, homedir(), projectDir].join('\0');
  const roots = patterns.flatMap((pattern) => rootsIn(place, pattern, projectDir, reading));
  return (file) => roots.some((root) => matchesFrom(root, file, reading, real));
}

/** Whether a file of this name may be meant, wherever it is. A pattern that ends in a slash means all below. */
export const lastNameFits = (pattern: string, name: string): boolean =>
  stepsMatch(stepsOf(pattern.slice(pattern.lastIndexOf('/') + 1), 'wide'), name);

/** Whether a pattern may mean something in a directory, or below it. */
export const mayMeanBelow = (
  pattern: string,
  dir: FilePath,
  projectDir: string,
  real: RealOf,
): boolean =>
  rootsOf(pattern, projectDir, 'wide').some(({ dir: fixed }) =>
    [fixed, real(fixed) ?? fixed].some((from) =>
      [dir.path, dir.real].some((to) => isWithin(from, to) || isWithin(to, from)),
    ),
  );

interface Rooted {
  readonly dir: string;
  readonly glob: string;
}

/** A pattern as it is matched: the directory that it begins in, and the steps from there. */
interface Compiled extends Rooted {
  readonly steps: readonly Step[];
  /** Whatever it means has this text in it. Most files do not, and need no steps. */
  readonly needs: string;
}

function rootsOf(pattern: string, projectDir: string, reading: Reading): readonly Compiled[] {
  const place = [reading, homedir(), projectDir].join('\0');
  return rootsIn(place, pattern, projectDir, reading);
}

/** Where a pattern starts. The same few are asked for every file. */
function rootsIn(
  place: string,
  pattern: string,
  projectDir: string,
  reading: Reading,
): readonly Compiled[] {
  const key = `${place}\0${pattern}`;
  const last = known.get(key);
  if (last) return last;
  const roots = startsOf(pattern, projectDir, reading).map((start) => {
    const root = fixedPart(start);
    return { ...root, steps: stepsOf(root.glob, reading), needs: longestText(root.glob) };
  });
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, roots);
  return roots;
}

const known = new Map<string, readonly Compiled[]>();
/** More than one list of rules can have: forgotten ones would be compiled anew for every file. */
const MAX_KNOWN = 10_000;

/** The longest text in a pattern that stands for itself. */
const longestText = (glob: string): string =>
  IGNORES_CASE
    ? ''
    : glob
        .split(/[*?/]|\[[^\]]*\]?/)
        .reduce((longest, text) => (text.length > longest.length ? text : longest), '');

/** A single slash in front is absolute; to be sure, a deny takes it for the project's root as well. */
function startsOf(pattern: string, projectDir: string, reading: Reading): readonly Rooted[] {
  if (pattern === '~' || pattern.startsWith('~/'))
    return [{ dir: homedir(), glob: anchored(pattern.slice(1)) }];
  if (pattern.startsWith('//')) return [{ dir: '/', glob: anchored(pattern) }];
  const project = { dir: projectDir, glob: pattern.replace(/^\.\//, '/') };
  if (!pattern.startsWith('/')) return [project];
  return [{ dir: '/', glob: pattern }, ...(reading === 'wide' ? [project] : [])];
}

const anchored = (glob: string): string => `/${glob.replace(/^\/+/, '')}`;

function matchesFrom(
  { dir, steps, needs }: Compiled,
  file: FilePath,
  reading: Reading,
  realOf: RealOf,
): boolean {
  if (!file.real.includes(needs) && !file.path.includes(needs)) return false;
  const real = realOf(dir) ?? dir;
  const fits = (from: string, to: string) => {
    const way = wayTo(from, to);
    return way?.includes(needs) === true && stepsMatch(steps, way);
  };
  if (fits(real, file.real)) return true;
  // What permits goes by real paths alone.
  if (reading === 'strict' || (dir === real && file.path === file.real)) return false;
  return fits(dir, file.path) || fits(dir, file.real);
}

/** Names without wildcards in front become part of the directory, so that links in them are followed. */
function fixedPart({ dir, glob }: Rooted): Rooted {
  const parts = glob.split('/').filter((part, at) => part !== '' || at === 0);
  // A pattern with no slash but at its end means a name at any depth.
  if (parts.length === 1 && !glob.startsWith('/')) return { dir, glob: `**/${glob}` };
  const names = parts[0] === '' ? parts.slice(1) : parts;
  const wild = names.findIndex((name) => /[*?[]/.test(name));
  const fixed = wild < 0 ? names.length : wild;
  return { dir: join(dir, ...names.slice(0, fixed)), glob: names.slice(fixed).join('/') };
}

/** In a permission `src/*` means files in `src` only; in a denial everything below them too. */
function stepsOf(glob: string, reading: Reading): readonly Step[] {
  const names = glob.split('/').filter(Boolean);
  if (names.length === 0) return [many(anyChar)];
  const below = reading === 'wide' || !/[*?[]/.test(names.at(-1) ?? '');
  // Several of them in a row mean no more than one.
  const parts = names.filter((name, at) => name !== '**' || names[at + 1] !== '**');
  return [
    ...parts.flatMap((name, at) => nameSteps(name, at === parts.length - 1, reading)),
    ...(below ? BELOW : []),
  ];
}

const SLASH = oneChar('/', false);
const BELOW: readonly Step[] = [{ ...SLASH, skips: [2] }, many(anyChar)];

/** `**` is any number of names, at the end whatever is below. */
function nameSteps(name: string, last: boolean, reading: Reading): readonly Step[] {
  if (name === '**') return last ? [many(anyChar)] : [fork(1, 3), many(anyChar), SLASH];
  const steps = (name.match(/\[!?[^\]]*\]|\*+|[\s\S]/g) ?? []).map((part) => stepOf(part, reading));
  return last ? steps : [...steps, SLASH];
}

function stepOf(part: string, reading: Reading): Step {
  if (part.startsWith('*')) return many(inName);
  if (part === '?') return { fits: inName };
  return part.length > 1 ? oneOf(part, reading) : oneChar(part, IGNORES_CASE);
}

const inName = (char: string): boolean => char !== sep;

/** `[a-z]`. A backward range allows nothing and denies everything. */
function oneOf(part: string, reading: Reading): Step {
  const source = part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
  try {
    const set = new RegExp(source, IGNORES_CASE ? 'i' : '');
    return { fits: (char) => set.test(char) };
  } catch {
    return { fits: () => reading === 'wide' };
  }
}
