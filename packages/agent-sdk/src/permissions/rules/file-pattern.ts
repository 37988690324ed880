import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { isWithin, realPath } from '../../files/paths.ts';
import { anyChar, fork, many, oneChar, type Step, stepsMatch } from '../words/steps.ts';

const IGNORES_CASE = process.platform === 'darwin';

/** `strict` for what permits: real paths only, and the narrower reading where there are two. */
export type Reading = 'strict' | 'wide';

export interface FilePath {
  readonly path: string;
  readonly real: string;
}

/** Whether a gitignore-like pattern means a file. */
export function matchesFile(
  pattern: string,
  file: FilePath,
  projectDir: string,
  reading: Reading,
): boolean {
  return rootsOf(pattern, projectDir, reading).some((root) => matchesFrom(root, file, reading));
}

/** Whether a file of this name may be meant, wherever it is. A pattern that ends in a slash means all below. */
export const lastNameFits = (pattern: string, name: string): boolean =>
  stepsMatch(stepsOf(pattern.slice(pattern.lastIndexOf('/') + 1), 'wide'), name);

/** Whether a pattern may mean something in a directory, or below it. */
export const mayMeanBelow = (pattern: string, dir: FilePath, projectDir: string): boolean =>
  rootsOf(pattern, projectDir, 'wide').some((root) => {
    const fixed = fixedPart(root).dir;
    return [fixed, realPath(fixed) ?? fixed].some((from) =>
      [dir.path, dir.real].some((to) => isWithin(from, to) || isWithin(to, from)),
    );
  });

interface Rooted {
  readonly dir: string;
  readonly glob: string;
}

/** Where a pattern starts. A single slash in front is absolute; to be sure, a deny takes it for the project's root as well. */
function rootsOf(pattern: string, projectDir: string, reading: Reading): readonly Rooted[] {
  if (pattern === '~' || pattern.startsWith('~/'))
    return [{ dir: homedir(), glob: anchored(pattern.slice(1)) }];
  if (pattern.startsWith('//')) return [{ dir: '/', glob: anchored(pattern) }];
  const project = { dir: projectDir, glob: pattern.replace(/^\.\//, '/') };
  if (!pattern.startsWith('/')) return [project];
  return [{ dir: '/', glob: pattern }, ...(reading === 'wide' ? [project] : [])];
}

const anchored = (glob: string): string => `/${glob.replace(/^\/+/, '')}`;

function matchesFrom(root: Rooted, file: FilePath, reading: Reading): boolean {
  const { dir, glob } = fixedPart(root);
  const real = realPath(dir) ?? dir;
  const steps = stepsOf(glob, reading);
  const pairs =
    reading === 'strict'
      ? [[real, file.real]]
      : [
          [real, file.real],
          [dir, file.path],
          [dir, file.real],
        ];
  return pairs.some(
    ([from = '', to = '']) => isWithin(from, to) && stepsMatch(steps, relative(from, to)),
  );
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
