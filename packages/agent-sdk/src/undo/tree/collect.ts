import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { packsNamed } from './tree-lines.ts';

/** What a killed session left is kept so long for it to be resumed. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Where a project's contents and trees are. */
export interface TreePlaces {
  /** The directory that holds the trees: one by session, and one that the next session starts with. */
  readonly dir: string;
  readonly contents: string;
  /** What the next session starts with. */
  readonly latest: string;
}

export const treePlaces = (dir: string): TreePlaces => ({
  dir,
  contents: join(dir, 'contents'),
  latest: join(dir, 'latest.tree'),
});

/** Removes every pack that no tree refers to. A tree names its packs before it writes to them. */
export function collect({ dir, contents }: TreePlaces, now: number = Date.now()): void {
  const used = new Set(treesIn(dir, now).flatMap((file) => packsIn(file)));
  for (const name of namesIn(contents))
    if (!used.has(name)) rmSync(join(contents, name), { force: true });
}

/** With the last session of a project goes what was noted of it. */
export function dropAll({ contents, latest }: TreePlaces): void {
  for (const place of [latest, contents]) rmSync(place, { recursive: true, force: true });
}

function treesIn(dir: string, now: number): string[] {
  return namesIn(dir)
    .filter((name) => name.endsWith('.tree'))
    .map((name) => join(dir, name))
    .filter((file) => {
      const { mtimeMs = now } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (now - mtimeMs < KEPT_MS || file.endsWith('latest.tree')) return true;
      rmSync(file, { force: true });
      return false;
    });
}

function packsIn(file: string): readonly string[] {
  try {
    return packsNamed(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
