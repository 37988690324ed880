import { dirname } from 'node:path';
import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Difference, DirectoryEntry, Entry } from './entry.ts';

/** A call that is under way; `shared` where others may have been at it as well. */
export interface OpenSpan {
  readonly by: string;
  readonly shared: boolean;
}

/** A tree as a file keeps it. */
export interface KeptTree {
  readonly roots: Map<string, DirectoryEntry>;
  readonly packs: readonly string[];
  readonly open: ReadonlyMap<string, OpenSpan>;
}

type Line = readonly [string, ...unknown[]];

const VERSION = 2;
export const HEAD = `${JSON.stringify({ wave: 'tree', version: VERSION })}\n`;

/** The name of a pack is a part of a path. */
const PACK = /^[0-9a-f-]{36}\.pack$/;

export const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export const packLine = (pack: string): Line => ['p', pack];
export const openLine = (id: string, { by, shared }: OpenSpan): Line => ['o', id, by, shared];
export const closeLine = (id: string): Line => ['c', id];

/** All lines of a tree, parents first. */
export function linesOf(roots: ReadonlyMap<string, DirectoryEntry>): Line[] {
  const lines: Line[] = [];
  const add = (path: string, { children }: DirectoryEntry) => {
    for (const [name, entry] of children) {
      lines.push(lineOf(`${path}/${name}`, entry));
      if (entry.is === 'directory') add(`${path}/${name}`, entry);
    }
  };
  for (const [path, entry] of roots) {
    lines.push(rootLine(path, entry));
    add(path, entry);
  }
  return lines;
}

export const rootLine = (path: string, entry: DirectoryEntry): Line => [
  'r',
  path,
  ...directoryFields(entry),
];

const directoryFields = ({ mode, ino, mtime, ctime, at }: DirectoryEntry) => [
  mode,
  ino,
  mtime,
  ctime,
  at,
];

export const differenceLines = (differences: readonly Difference[]): Line[] =>
  differences.map(({ path, now }) => (now === undefined ? ['-', path] : lineOf(path, now)));

function lineOf(path: string, entry: Entry): Line {
  switch (entry.is) {
    case 'file': {
      const { mode, size, mtime, ctime, ino, hash, at, pack, offset, length } = entry;
      return ['f', path, mode, size, mtime, ctime, ino, hash, at, pack, offset, length];
    }
    case 'link': {
      const { mode, size, mtime, ctime, ino, to } = entry;
      return ['l', path, mode, size, mtime, ctime, ino, to];
    }
    case 'unkept': {
      const { mode, size, mtime, ctime, ino, why, stamp = null } = entry;
      return ['u', path, mode, size, mtime, ctime, ino, why, stamp];
    }
    case 'directory':
      return ['d', path, ...directoryFields(entry), entry.ignored];
    case 'uncovered':
      return ['x', path, entry.ino, entry.why];
  }
}

/** The packs that a tree refers to, without reading all of it. */
export const packsNamed = (text: string): string[] =>
  [...text.matchAll(/^\["p","([0-9a-f-]{36}\.pack)"\]$/gm)].map(([, pack = '']) => pack);

/** Undefined for a file that is no tree of ours. A line that was torn by a sudden end says nothing. */
export function readTree(text: string): KeptTree | undefined {
  const [head = '', ...lines] = text.split('\n');
  const first = parsed(head);
  if (!isObject(first) || first['wave'] !== 'tree' || first['version'] !== VERSION)
    return undefined;
  const roots = new Map<string, DirectoryEntry>();
  const directories = new Map<string, DirectoryEntry>();
  const packs: string[] = [];
  const open = new Map<string, OpenSpan>();
  for (const text of lines) {
    const line = text === '' ? undefined : parsed(text);
    if (!Array.isArray(line)) continue;
    const [kind, name, ...rest] = line;
    if (typeof name !== 'string') continue;
    if (kind === 'p' && PACK.test(name)) packs.push(name);
    else if (kind === 'o') open.set(name, { by: String(rest[0]), shared: rest[1] === true });
    else if (kind === 'c') open.delete(name);
    else if (kind === 'r') roots.set(name, directory(directories, name, undefined, rest, false));
    else put(directories, kind, name, rest);
  }
  return { roots, packs, open };
}

function put(
  directories: Map<string, DirectoryEntry>,
  kind: unknown,
  path: string,
  rest: readonly unknown[],
): void {
  const parent = directories.get(dirname(path));
  if (!parent) return;
  const name = path.slice(dirname(path).length + 1);
  const was = parent.children.get(name);
  if (was?.is === 'directory' && kind !== 'd') forget(directories, path, was);
  if (kind === '-') parent.children.delete(name);
  else if (kind === 'd')
    parent.children.set(name, directory(directories, path, was, rest, rest[5] === true));
  else {
    const entry = ENTRIES[String(kind)]?.(rest as never);
    if (entry) parent.children.set(name, entry);
  }
}

function directory(
  directories: Map<string, DirectoryEntry>,
  path: string,
  was: Entry | undefined,
  [mode, ino, mtime, ctime, at]: readonly unknown[],
  ignored: boolean,
): DirectoryEntry {
  const children = was?.is === 'directory' ? was.children : new Map<string, Entry>();
  const entry: DirectoryEntry = {
    is: 'directory',
    mode: Number(mode),
    ino: Number(ino),
    mtime: Number(mtime),
    ctime: Number(ctime),
    at: Number(at),
    ignored,
    children,
  };
  directories.set(path, entry);
  return entry;
}

function forget(
  directories: Map<string, DirectoryEntry>,
  path: string,
  { children }: DirectoryEntry,
): void {
  directories.delete(path);
  for (const [name, child] of children)
    if (child.is === 'directory') forget(directories, `${path}/${name}`, child);
}

type Stamped = readonly [mode: number, size: number, mtime: number, ctime: number, ino: number];

const stamp = ([mode, size, mtime, ctime, ino]: Stamped) => ({ mode, size, mtime, ctime, ino });

const ENTRIES: Readonly<Record<string, ((rest: never) => Entry) | undefined>> = {
  f: (rest: [...Stamped, string, number, string, number, number]) => {
    const [hash, at, pack, offset, length] = rest.slice(5) as [
      string,
      number,
      string,
      number,
      number,
    ];
    return {
      is: 'file',
      ...stamp(rest as unknown as Stamped),
      hash,
      at,
      pack: PACK.test(pack) ? pack : '',
      offset,
      length,
    };
  },
  l: (rest: [...Stamped, string]) => ({
    is: 'link',
    ...stamp(rest as unknown as Stamped),
    to: rest[5],
  }),
  u: (rest: [...Stamped, string, string | null]) => ({
    is: 'unkept',
    ...stamp(rest as unknown as Stamped),
    why: rest[5],
    stamp: rest[6] ?? undefined,
  }),
  x: ([ino, why]: [number, string]) => ({ is: 'uncovered', ino, why }),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
