import { readdirSync, type Stats, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kind, kindOf, linkStats, statsOf } from './kinds.ts';

/** All names in a directory, and what is there under each, links not followed. */
export type Listing = ReadonlyMap<string, Kind>;

/**
 * What is in a directory, where one look at the directory itself tells that it is as it was when it was listed:
 * then nobody needs to look at each name. Undefined where every name has to be asked for.
 *
 * A directory's times change with every name that comes, goes or becomes another thing. They may be coarse, so what
 * was changed a moment before it was listed is not kept; and only file systems count that keep them.
 */
export function listingOf(dir: string): Listing | undefined {
  if (process.platform !== 'linux') return undefined;
  const stats = statsOf(dir);
  if (!stats?.isDirectory()) return undefined;
  const last = known.get(dir);
  if (last === undefined || !isSame(last.stats, stats)) {
    if (known.size >= MAX_DIRS) forget();
    // Copied: a part of a text would keep all of it.
    known.set(Buffer.from(dir).toString(), { stats, looks: 1, listing: undefined });
    return undefined;
  }
  last.looks += 1;
  if (last.looks >= WORTH && last.listing === undefined && isStill(stats))
    last.listing = keep(list(dir, stats));
  return last.listing || undefined;
}

/** Not more names than a large project has. */
function keep(listing: Known['listing']): Known['listing'] {
  if (!listing) return listing;
  if (names + listing.size > MAX_KEPT) forget();
  names += listing.size;
  return listing;
}

function forget(): void {
  known.clear();
  names = 0;
}

interface Known {
  readonly stats: Stats;
  /** How often it was the same. */
  looks: number;
  /** False for one that is never listed. */
  listing: Listing | false | undefined;
}

const known = new Map<string, Known>();
/** In all listings together, those that were replaced included. */
let names = 0;
const MAX_DIRS = 100;
const MAX_KEPT = 50_000;

/** Listing takes longer than a few looks at names. */
const WORTH = 3;

/** In bytes, as the file system counts: about 5,000 names. */
const MAX_SIZE = 200_000;
const MAX_NAMES = 5_000;

/** The coarsest times are those of some old file systems: two seconds. */
const STILL_MS = 3_000;

const isStill = ({ ctimeMs }: Stats): boolean => Date.now() - ctimeMs > STILL_MS;

const isSame = (a: Stats, b: Stats): boolean =>
  a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.ino === b.ino && a.dev === b.dev;

/**
 * Those that stamp a directory whenever a name in it changes: ext, tmpfs, xfs, btrfs, f2fs. Not overlay: what changes
 * in a lower layer stamps nothing.
 */
const STAMPING: ReadonlySet<number> = new Set([
  0xef53, 0x01021994, 0x58465342, 0x9123683e, 0xf2f52010,
]);

function list(dir: string, stats: Stats): Listing | false | undefined {
  try {
    if (stats.size > MAX_SIZE || !STAMPING.has(statfsSync(dir).type)) return false;
    const entries = readdirSync(dir, { withFileTypes: true });
    const listing = new Map(entries.map((entry) => [entry.name, kindOf(entry)]));
    if (listing.size > MAX_NAMES || !isPlain(dir, listing)) return false;
    const after = statsOf(dir);
    // One that changed meanwhile is looked at again another time.
    return after && isSame(stats, after) ? listing : undefined;
  } catch {
    return false;
  }
}

/**
 * Whether a listing finds the names that the file system finds: some can be told to take any case, a name that is no
 * text is another one here, and where a key is missing all names are others until it comes.
 */
function isPlain(dir: string, listing: Listing): boolean {
  const names = [...listing.keys()];
  if (names.length === 0) return true;
  if (names.some((name) => name.includes('\uFFFD')) || names.every(mayBeLocked)) return false;
  const other = names.map(otherCase).find((name) => name !== undefined && !listing.has(name));
  return other !== undefined && linkStats(join(dir, other)) === undefined;
}

/** The name of an encrypted file, in a directory whose key is not there. */
const mayBeLocked = (name: string): boolean => /^[\w,-]{30,}$/.test(name);

/** With its first letter in the other case; undefined where no letter has two that fit each other everywhere. */
function otherCase(name: string): string | undefined {
  const letter = /[a-z]/i.exec(name);
  if (letter === null) return undefined;
  const { 0: one, index: at } = letter;
  const other = one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase();
  return name.slice(0, at) + other + name.slice(at + 1);
}
