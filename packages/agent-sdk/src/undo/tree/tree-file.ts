import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { putInPlace } from '@wavehooks/process/files';
import type { TreePlaces } from './collect.ts';
import { type Contents, openContents } from './contents.ts';
import type { DirectoryEntry } from './entry.ts';
import type { UndoLimits } from './limits.ts';
import { filesIn } from './live-contents.ts';
import { HEAD, packLine, readTree, textOf } from './tree-lines.ts';

/** What a tree begins with. */
export interface TreeState {
  readonly roots: Map<string, DirectoryEntry>;
  readonly contents: Contents;
}

/**
 * Starts with this session's own tree, or with what the last session left. The file is there before anything
 * else is, so that nobody takes its packs for left-overs.
 */
export function takeOver(
  places: TreePlaces,
  file: string,
  limits: UndoLimits,
  own: string | undefined,
): TreeState {
  const text = own ?? treeText(places.latest) ?? '';
  const known = readTree(text);
  const contents = openContents(places.contents, [...new Set(known?.packs)], limits.storeMb);
  const packs = textOf(contents.packs().slice(-1).map(packLine));
  const isWholeLine = text === '' || text.endsWith('\n');
  writeTree(file, `${known ? text : HEAD}${isWholeLine ? '' : '\n'}${packs}`);
  // Somebody may have taken packs away before our file named them.
  if (known && !contents.isWhole()) {
    contents.close();
    rmSync(file, { force: true });
    const fresh = openContents(places.contents, [], limits.storeMb);
    writeTree(file, HEAD + textOf(fresh.packs().map(packLine)));
    return { roots: new Map(), contents: fresh };
  }
  const roots = known?.roots ?? new Map<string, DirectoryEntry>();
  for (const entry of filesIn(roots)) contents.know(entry.hash, entry);
  return { roots, contents };
}

/** Puts a whole tree in the place of what was there. */
export function writeTree(file: string, text: string): void {
  const temp = `${file}.${randomUUID()}.tmp`;
  putInPlace(file, temp, () => writeFileSync(temp, text, { flag: 'wx', mode: 0o600 }));
}

/** The whole tree; undefined if its file cannot be read. */
export function treeText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
