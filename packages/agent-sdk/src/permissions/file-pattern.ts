import { homedir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { isWithin, realPath } from '../tools/paths.ts';

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
  const finder = finderOf(glob, reading);
  const pairs =
    reading === 'strict'
      ? [[real, file.real]]
      : [
          [real, file.real],
          [dir, file.path],
          [dir, file.real],
        ];
  return pairs.some(
    ([from = '', to = '']) => isWithin(from, to) && finder.test(relative(from, to)),
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
function finderOf(glob: string, reading: Reading): RegExp {
  const names = glob.split('/').filter(Boolean);
  const below = reading === 'wide' || !/[*?[]/.test(names.at(-1) ?? '');
  const body = names.map((name, at) => nameSource(name, at === names.length - 1)).join('');
  const rest = names.length === 0 ? '.*' : below ? '(/.*)?' : '';
  return new RegExp(`^${body}${rest}$`, process.platform === 'darwin' ? 'is' : 's');
}

/** `**` is any number of names, at the end whatever is below. */
function nameSource(name: string, last: boolean): string {
  if (name === '**') return last ? '.*' : '(?:.*/)?';
  const source = name.replace(/\[!?[^\]]*\]|[\s\S]/g, charSource);
  return last ? source : `${source}/`;
}

function charSource(char: string): string {
  if (char === '*') return `[^${sep}]*`;
  if (char === '?') return `[^${sep}]`;
  if (char.length > 1) return char.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
  return char.replace(/[\\^$.+()|{}[\]]/, '\\$&');
}
