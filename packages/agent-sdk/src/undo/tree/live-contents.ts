import type { Contents } from './contents.ts';
import type { DirectoryEntry, FileEntry, UnkeptEntry } from './entry.ts';
import { MB } from './limits.ts';

/** Every file of a tree whose content is kept. */
export function* filesIn(roots: ReadonlyMap<string, DirectoryEntry>): Generator<FileEntry> {
  const dirs = [...roots.values()];
  for (const dir of dirs)
    for (const child of dir.children.values())
      if (child.is === 'directory') dirs.push(child);
      else if (child.is === 'file') yield child;
}

/** Whether most of what the packs hold belongs to no file any more. */
export function isMostlyDead(
  roots: ReadonlyMap<string, DirectoryEntry>,
  contents: Contents,
): boolean {
  const live = new Map<string, number>();
  for (const { hash, length } of filesIn(roots)) live.set(hash, length);
  const bytes = [...live.values()].reduce((sum, one) => sum + one, 0);
  return contents.size() - bytes > Math.max(DEAD_BYTES, bytes);
}

const DEAD_BYTES = 16 * MB;

/** Copies what is in use to a new pack. */
export function moveLive(
  roots: ReadonlyMap<string, DirectoryEntry>,
  from: Contents,
  to: Contents,
): void {
  const dirs = [...roots.values()];
  for (const { children } of dirs)
    for (const [name, child] of children) {
      if (child.is === 'directory') dirs.push(child);
      if (child.is !== 'file') continue;
      const content = from.get(child, child.hash);
      const lies = content && to.put(child.hash, content);
      children.set(name, typeof lies === 'object' ? { ...child, ...lies } : lost(child, lies));
    }
}

const lost = (
  { mode, size, mtime, ctime, ino }: FileEntry,
  why = 'its copy is gone or damaged',
): UnkeptEntry => ({ is: 'unkept', mode, size, mtime, ctime, ino, why, stamp: undefined });
