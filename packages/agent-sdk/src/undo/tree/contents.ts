import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import type { Lies } from './entry.ts';
import { MB } from './limits.ts';

/**
 * The contents of a project's files, one behind the other in a few large files ("packs"): a file for each
 * would take ten times as long to write. A pack is only ever added to, and by one process.
 */
export interface Contents {
  /** Every pack that something may lie in, this process's own among them. */
  packs(): readonly string[];
  /** Where the content lies from now on; a text says why it could not be kept. */
  put(hash: string, content: Buffer): Lies | string;
  /** Undefined where it is gone, or no longer what it was. */
  get(lies: Lies, hash: string): Buffer | undefined;
  /** Takes over what is known to lie somewhere: the same content is not written twice. */
  know(hash: string, lies: Lies): void;
  /** Whether every pack is there. */
  isWhole(): boolean;
  /** The bytes of all packs. */
  size(): number;
  close(): void;
}

export function openContents(dir: string, known: readonly string[], storeMb: number): Contents {
  const own = `${randomUUID()}.pack`;
  const open = new Map<string, number>();
  const places = new Map<string, Lies>();
  let end = 0;
  const fdOf = (pack: string) => {
    const fd = open.get(pack) ?? openSync(join(dir, pack), 'r');
    open.set(pack, fd);
    return fd;
  };
  const ownFd = () => {
    if (!open.has(own)) {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      open.set(own, openSync(join(dir, own), 'ax+', 0o600));
    }
    return open.get(own) as number;
  };
  const others = () => known.reduce((sum, pack) => sum + (sizeOf(() => fdOf(pack)) ?? 0), 0);
  let before: number | undefined;
  const size = () => {
    before ??= others();
    return before + end;
  };
  return {
    packs: () => [...known, own],
    put: (hash, content) => {
      const there = places.get(hash);
      if (there) return there;
      if (size() + content.length > storeMb * MB)
        return `the contents of this project have reached their limit of ${storeMb} MiB`;
      try {
        const lies = { pack: own, offset: end, length: content.length };
        writeAll(ownFd(), content);
        end += content.length;
        places.set(hash, lies);
        return lies;
      } catch (error) {
        // What was written of it lies behind the end, where nothing points to.
        end = sizeOf(ownFd) ?? end;
        return `its content could not be written (${(error as Error).message})`;
      }
    },
    get: ({ pack, offset, length }, hash) => {
      try {
        const content = Buffer.alloc(length);
        if (length > 0 && readSync(fdOf(pack), content, 0, length, offset) !== length)
          return undefined;
        return hashOf(content) === hash ? content : undefined;
      } catch {
        return undefined;
      }
    },
    know: (hash, { pack, offset, length }) => void places.set(hash, { pack, offset, length }),
    isWhole: () => known.every((pack) => sizeOf(() => fdOf(pack)) !== undefined),
    size,
    close: () => {
      for (const fd of open.values()) closeSync(fd);
      open.clear();
    },
  };
}

function writeAll(fd: number, content: Buffer): void {
  for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
}

/** Undefined for a pack that is gone: one that was removed while it was open has no name any more. */
function sizeOf(fd: () => number): number | undefined {
  try {
    const { nlink, size } = fstatSync(fd());
    return nlink > 0 ? size : undefined;
  } catch {
    return undefined;
  }
}
