import type { Stats } from 'node:fs';
import type { FileState } from '../../vocabulary/file-state.ts';

/** What tells whether a file was touched, without its content: what git's index looks at. */
export interface Stamp {
  readonly mode: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
  readonly ino: number;
}

/** Where a content lies: in which pack, and from where on. */
export interface Lies {
  readonly pack: string;
  readonly offset: number;
  readonly length: number;
}

export interface FileEntry extends Stamp, Lies {
  readonly is: 'file';
  readonly hash: string;
  /** When it was looked at, before it was read. */
  readonly at: number;
}

export interface LinkEntry extends Stamp {
  readonly is: 'link';
  readonly to: string;
}

export interface DirectoryEntry {
  readonly is: 'directory';
  readonly mode: number;
  readonly ino: number;
  /** They change with every name that comes or goes. */
  readonly mtime: number;
  readonly ctime: number;
  /** When its names were read, before that. */
  readonly at: number;
  /** Whether git ignores it, or something above it. */
  readonly ignored: boolean;
  readonly children: Map<string, Entry>;
}

/** A file without a copy; `stamp` is the one of `stampOf`. */
export interface UnkeptEntry extends Stamp {
  readonly is: 'unkept';
  readonly why: string;
  readonly stamp: string | undefined;
}

/** A directory that nobody looks into. */
export interface UncoveredEntry {
  readonly is: 'uncovered';
  readonly ino: number;
  readonly why: string;
}

/** A thing below a root, as it was noted. */
export type Entry = FileEntry | LinkEntry | DirectoryEntry | UnkeptEntry | UncoveredEntry;

/** A path at which something else was found than was noted. */
export interface Difference {
  readonly path: string;
  readonly was: Entry | undefined;
  readonly now: Entry | undefined;
}

export const stampIn = ({ mode, size, mtimeMs, ctimeMs, ino }: Stats): Stamp => ({
  mode,
  size,
  mtime: mtimeMs,
  ctime: ctimeMs,
  ino,
});

export const sameStamp = (entry: Stamp, stats: Stats): boolean =>
  entry.mtime === stats.mtimeMs &&
  entry.size === stats.size &&
  entry.ctime === stats.ctimeMs &&
  entry.ino === stats.ino &&
  entry.mode === stats.mode;

/** A clock's tick: a write this short after a look may leave the time as it was. */
const TICK_MS = 20;
/** Some file systems keep whole seconds only. */
const COARSE_TICK_MS = 2_000;

/** As git's "racily clean": the stamp cannot tell whether it was written after it was read. */
export function isRacy({ mtime, ctime, at }: Pick<FileEntry, 'mtime' | 'ctime' | 'at'>): boolean {
  const isCoarse = mtime % 1_000 === 0 && ctime % 1_000 === 0;
  return Math.max(mtime, ctime) >= at - (isCoarse ? COARSE_TICK_MS : TICK_MS);
}

/** What a noted thing was, as undo knows it; undefined for what nobody looks into. */
export function stateOf(entry: Entry | undefined): FileState | undefined {
  if (entry === undefined) return { is: 'missing' };
  switch (entry.is) {
    case 'file':
      return { is: 'file', hash: entry.hash, mode: entry.mode & 0o7777 };
    case 'link':
      return { is: 'link', to: entry.to };
    case 'directory':
      return { is: 'directory', mode: entry.mode & 0o7777 };
    case 'unkept': {
      const { why, stamp } = entry;
      return { is: 'unkept', why, ...(stamp === undefined ? {} : { stamp }) };
    }
    case 'uncovered':
      return undefined;
  }
}
