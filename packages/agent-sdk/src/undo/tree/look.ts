import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { hashOf } from '@wavehooks/hooks/scripts';
import { faultText } from '../../base/error-text.ts';
import {
  type Entry,
  type FileEntry,
  isRacy,
  type Lies,
  type LinkEntry,
  sameStamp,
  stampIn,
  type UnkeptEntry,
} from './entry.ts';
import { MB } from './limits.ts';
import type { Packs } from './packs.ts';
import { stampOf } from './stamp.ts';

/** What a file is now; its content is read only where its stamp is another one. Undefined where it is gone. */
export function lookAtFile(
  path: string,
  stats: Stats,
  was: Entry | undefined,
  { at, fileMb, contents }: { at: number; fileMb: number; contents: Pick<Packs, 'put'> },
): FileEntry | UnkeptEntry | undefined {
  if (was?.is === 'file' && sameStamp(was, stats) && !isRacy(was)) return was;
  if (was?.is === 'unkept' && sameStamp(was, stats)) return was;
  if (stats.size > fileMb * MB) return unkept(path, stats, `it is larger than ${fileMb} MiB`);
  try {
    const content = readFileSync(path);
    const hash = hashOf(content);
    const isSame = was?.is === 'file' && was.hash === hash;
    const lies = isSame ? liesOf(was) : contents.put(hash, content);
    if (typeof lies === 'string') return unkept(path, stats, lies);
    return { is: 'file', ...stampIn(stats), hash, at, ...lies };
  } catch (error) {
    if (isGone(error)) return undefined;
    return unkept(path, stats, `it could not be read: ${faultText(error)}`);
  }
}

export function lookAtLink(
  path: string,
  stats: Stats,
  was: Entry | undefined,
): LinkEntry | UnkeptEntry | undefined {
  // A link is never written to, only made anew: its stamp says all.
  if ((was?.is === 'link' || was?.is === 'unkept') && sameStamp(was, stats)) return was;
  try {
    return { is: 'link', ...stampIn(stats), to: readlinkSync(path) };
  } catch (error) {
    if (isGone(error)) return undefined;
    return unkept(path, stats, `it could not be read: ${faultText(error)}`);
  }
}

/** Whether there are more things below a directory than so many. Nothing is read. */
export function isLarge(
  dir: string,
  most: number,
  isLeftOut: (path: string) => boolean = () => false,
): boolean {
  let count = 0;
  for (const dirs = [dir]; dirs.length > 0 && count <= most; ) {
    const path = dirs.pop() as string;
    for (const entry of entriesIn(path)) {
      const child = `${path}/${entry.name}`;
      if (!entry.isDirectory()) count++;
      else if (entry.name !== '.git' && !isLeftOut(child)) dirs.push(child);
    }
  }
  return count > most;
}

function entriesIn(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

const liesOf = ({ pack, offset, length }: Lies): Lies => ({ pack, offset, length });

const unkept = (path: string, stats: Stats, why: string): UnkeptEntry => ({
  is: 'unkept',
  ...stampIn(stats),
  why,
  stamp: stampOf(path),
});

/** It was there a moment ago: others may be at work. */
const isGone = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A directory may list names that nobody may look at. */
export function statsAt(path: string): Stats | 'unknown' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return isGone(error) ? undefined : 'unknown';
  }
}

/** Undefined for a directory that cannot be read. */
export function namesIn(path: string): string[] | undefined {
  try {
    return readdirSync(path);
  } catch (error) {
    return isGone(error) ? [] : undefined;
  }
}
