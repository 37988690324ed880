import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import type { DirectoryEntry, FileEntry, Lies, UnkeptEntry } from './entry.ts';
import { MB } from './limits.ts';

/**
 * The contents of a project's files, one behind the other in a few large files ("packs"): a file for each
 * would take ten times as long to write. Only the process that made a pack adds to it.
 */
export interface Packs {
  /** Where the content lies from now on; a text says why it could not be kept. */
  put(hash: string, content: Buffer): Lies | string;
  /** Undefined where it is gone, or no longer what it was. */
  get(lies: Lies, hash: string): Buffer | undefined;
  /** The bytes of all packs. */
  size(): number;
  /** Moves what files of the tree hold to a pack of its own, and removes all others. */
  compact(roots: Roots, save: () => void): void;
  close(): void;
}

type Roots = ReadonlyMap<string, DirectoryEntry>;

/** The packs of a directory that is there. What files of the tree hold is not written twice. */
export function openPacks(dir: string, roots: Roots, storeMb: number): Packs {
  const open = new Map<string, number>();
  const places = new Map<string, Lies>();
  for (const { hash, pack, offset, length } of filesIn(roots))
    places.set(hash, { pack, offset, length });
  let own = packName();
  let end = 0;
  let before = packsIn(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
  const fdOf = (pack: string) => {
    const fd = open.get(pack) ?? openSync(join(dir, pack), pack === own ? 'ax+' : 'r', 0o600);
    open.set(pack, fd);
    return fd;
  };
  const write = (hash: string, content: Buffer): Lies | string => {
    const lies = { pack: own, offset: end, length: content.length };
    try {
      const fd = fdOf(own);
      for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
    } catch (error) {
      // What was written of it is in a pack that nothing is added to any more.
      [before, end, own] = [before + end, 0, packName()];
      return `its content could not be written (${(error as Error).message})`;
    }
    end += content.length;
    places.set(hash, lies);
    return lies;
  };
  const get = ({ pack, offset, length }: Lies, hash: string): Buffer | undefined => {
    try {
      const content = Buffer.alloc(length);
      if (length > 0 && readSync(fdOf(pack), content, 0, length, offset) !== length)
        return undefined;
      return hashOf(content) === hash ? content : undefined;
    } catch {
      return undefined;
    }
  };
  const close = () => {
    for (const fd of open.values()) closeSync(fd);
    open.clear();
  };
  return {
    put: (hash, content) => {
      const there = places.get(hash);
      if (there) return there;
      return before + end + content.length > storeMb * MB
        ? `the contents of this project have reached their limit of ${storeMb} MiB`
        : write(hash, content);
    },
    get,
    size: () => before + end,
    compact: (all, save) => {
      const old = packsIn(dir);
      [before, end, own] = [0, 0, packName()];
      places.clear();
      for (const { entry, replace } of placesIn(all)) {
        const content = get(entry, entry.hash);
        const lies = content && (places.get(entry.hash) ?? write(entry.hash, content));
        replace(typeof lies === 'object' ? { ...entry, ...lies } : lost(entry, lies));
      }
      save();
      close();
      for (const name of old) rmSync(join(dir, name), { force: true });
      [before, end, own] = [end, 0, packName()];
    },
    close,
  };
}

const packName = (): string => `${randomUUID()}.pack`;

export const packsIn = (dir: string): string[] =>
  readdirSync(dir).filter((name) => name.endsWith('.pack'));

/** Whether most of what the packs hold belongs to no file any more. */
export function isMostlyDead(roots: Roots, packs: Packs): boolean {
  const live = new Map<string, number>();
  for (const { hash, length } of filesIn(roots)) live.set(hash, length);
  const bytes = [...live.values()].reduce((sum, one) => sum + one, 0);
  return packs.size() - bytes > Math.max(DEAD_BYTES, bytes);
}

const DEAD_BYTES = 16 * MB;

/** Every file of a tree whose content is kept. */
export function* filesIn(roots: Roots): Generator<FileEntry> {
  for (const { entry } of placesIn(roots)) yield entry;
}

function* placesIn(roots: Roots) {
  const dirs = [...roots.values()];
  for (const { children } of dirs)
    for (const [name, entry] of children)
      if (entry.is === 'directory') dirs.push(entry);
      else if (entry.is === 'file')
        yield {
          entry,
          replace: (now: FileEntry | UnkeptEntry) => void children.set(name, now),
        };
}

const lost = (
  { mode, size, mtime, ctime, ino }: FileEntry,
  why = 'its copy is gone or damaged',
): UnkeptEntry => ({ is: 'unkept', mode, size, mtime, ctime, ino, why, stamp: undefined });
