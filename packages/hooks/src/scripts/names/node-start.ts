import { normalize } from 'node:path';
import type { Found, Look } from './interpreters.ts';

export const NODE_ENDINGS = ['', '.js', '.json', '.node'];

/**
 * Node adds endings, in this order, and then looks into a directory. The names that it tries before the
 * one it finds are pinned as missing: a file there would run instead.
 */
export function asNode(written: string, look: Look): Found {
  // Node takes `a/..` out of a path before it looks, whatever `a` is.
  const name = written.includes('..') ? normalize(written) : written;
  if (name === 'inspect' || name === 'debug') return { files: [], whole: false };
  const tried = NODE_ENDINGS.map((ending) => name + ending);
  const at = tried.findIndex((file) => look.kind(file) === 'file');
  if (at === -1 && look.kind(name) === 'directory')
    return { files: [...besideOf(name, look), ...inPackage(name, look)], whole: false };
  const files = tried.slice(0, at === -1 ? tried.length : at + 1);
  return {
    files: files.filter((file) => ['file', 'nothing'].includes(look.kind(file))),
    whole: at === 0 || (at === 1 && look.kind(name) === 'nothing'),
  };
}

/** What Node takes before it looks into a directory. */
const besideOf = (dir: string, look: Look): string[] =>
  NODE_ENDINGS.slice(1)
    .map((ending) => dir.replace(/\/+$/, '') + ending)
    .filter((file) => look.kind(file) === 'nothing');

/** A package is more than its first file: what it names here is pinned, and the rest is not covered. */
function inPackage(dir: string, look: Look): string[] {
  const main = mainIn(look.read(`${dir}/package.json`));
  const starts = [...(main === undefined ? [] : [main, `${main}/index`]), 'index'];
  const first = starts
    .flatMap((start) => withEndings(NODE_ENDINGS, `${dir}/${start}`, look))
    .slice(0, 1);
  return [...withEndings([''], `${dir}/package.json`, look), ...first];
}

/** What a package.json names as what the package begins with. */
function mainIn(text: string): string | undefined {
  try {
    const { main } = JSON.parse(text) as { main?: unknown };
    return typeof main === 'string' ? main : undefined;
  } catch {
    return undefined;
  }
}

/** The names with these endings that are files. */
export const withEndings = (endings: readonly string[], name: string, look: Look): string[] =>
  endings.map((ending) => name + ending).filter((file) => look.kind(file) === 'file');
