import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import { putInPlace } from '@wavehooks/process/files';

/** Copies of files by their content's hash, for their user alone. */
export interface Store {
  /** Keeps a copy and returns why it could not, if so. */
  put(hash: string, content: Buffer): string | undefined;
  /** The copy, or undefined when it is gone or no longer what it was. */
  get(hash: string): Buffer | undefined;
  fileOf(hash: string): string;
  close(): void;
}

/** All copies of a session together. */
const MAX_BYTES = 1024 ** 3;

/**
 * Nothing is on disk before the first copy. Without a directory the copies are in one of the system's
 * for passing things, and go with the session.
 */
export function openStore(dir?: string): Store {
  const place = dir === undefined ? passingPlace() : { of: () => dir, remove: () => {} };
  let used: number | undefined;
  const fileOf = (hash: string) => join(place.of(), hash);
  return {
    fileOf,
    put: (hash, content) => {
      try {
        mkdirSync(place.of(), { recursive: true, mode: 0o700 });
        used ??= tidied(place.of());
        if (statSync(fileOf(hash), { throwIfNoEntry: false })) return undefined;
        if (used + content.length > MAX_BYTES)
          return 'the copies of this session have reached their limit of 1 GiB';
        writeWhole(fileOf(hash), content);
        used += content.length;
        return undefined;
      } catch (error) {
        return `its copy could not be written (${(error as Error).message})`;
      }
    },
    get: (hash) => {
      try {
        const content = readFileSync(fileOf(hash));
        return hashOf(content) === hash ? content : undefined;
      } catch {
        return undefined;
      }
    },
    close: place.remove,
  };
}

function passingPlace(): { of: () => string; remove: () => void } {
  let made: string | undefined;
  return {
    of: () => {
      made ??= mkdtempSync(join(tmpdir(), 'wave-undo-'));
      return made;
    },
    remove: () => {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
      made = undefined;
    },
  };
}

/** How much there is already. What a sudden end left half-written goes: nobody else writes here. */
function tidied(dir: string): number {
  let bytes = 0;
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    if (name.endsWith('.tmp')) rmSync(file, { force: true });
    else bytes += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** A name is a promise about the content, so it is given only to what is complete. */
function writeWhole(file: string, content: Buffer): void {
  const temp = `${file}.${randomUUID()}.tmp`;
  putInPlace(file, temp, () => writeFileSync(temp, content, { flag: 'wx', mode: 0o600 }));
}
