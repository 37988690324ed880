import { statSync } from 'node:fs';
import type { Difference, DirectoryEntry, Entry, FileEntry } from './entry.ts';
import { MB, type UndoLimits } from './limits.ts';
import { isMostlyDead, openPacks, type Packs } from './packs.ts';
import type { Uncovered } from './roots.ts';
import {
  handOn,
  type OpenSpan,
  type TreePlaces,
  takeUp,
  writeCalls,
  writeTree,
} from './tree-state.ts';
import { isAboutCover, isTooLarge, tooLargeText, uncoveredIn } from './uncovered.ts';
import { type Scope, startWalk } from './walk.ts';

export interface TreeOptions {
  readonly places: TreePlaces;
  readonly limits: UndoLimits;
  /** Directories that are not looked into. */
  readonly skip: readonly string[];
}

/** The state of a project as it was last noted, in memory and on disk, with all contents. */
export interface ProjectTree {
  /** Calls that were under way when the process that wrote this state ended. */
  readonly left: readonly OpenSpan[];
  /** The roots that are noted already. */
  roots(): readonly string[];
  /** Makes the tree what is there now. Every step takes a few milliseconds at the most. */
  note(roots: readonly string[]): Generator<void, readonly Difference[]>;
  /** Writes what `note` found: on disk when this returns. Until then the file says what was before. */
  save(...changes: SpanChange[]): void;
  contentOf(entry: FileEntry): Buffer | undefined;
  /** Places below the roots that nobody looks into; the same list as long as they are the same. */
  uncovered(): readonly Uncovered[];
  /** Hands the tree on to the next session. */
  close(): void;
}

export type SpanChange =
  | ({ readonly is: 'open'; readonly id: string } & OpenSpan)
  | { readonly is: 'closed'; readonly id: string };

export function openTree({ places, limits, skip }: TreeOptions): ProjectTree {
  const { roots, calls } = takeUp(places);
  const packs = openPacks(places.dir, roots, limits.storeMb);
  const barred = new Map<string, string>();
  const spans = new Map(calls);
  const noteRoot = rootNoter({ limits, skip: new Set(skip), roots, barred, packs });
  let isSaved = roots.size > 0;
  let named: readonly Uncovered[] | undefined;
  let checked = packs.size();

  const write = () => {
    writeTree(places, roots);
    isSaved = true;
  };
  return {
    left: [...calls.values()],
    *note(wanted) {
      const before = roots.size + barred.size;
      const found: Difference[] = [];
      for (const root of wanted) found.push(...(yield* noteRoot(root)));
      const isNew = roots.size + barred.size > before;
      isSaved &&= !isNew && found.length === 0;
      if (isNew || found.some(isAboutCover)) named = undefined;
      return found;
    },
    roots: () => [...roots.keys()],
    save: (...changes) => {
      if (!isSaved) write();
      for (const one of changes)
        if (one.is === 'open') spans.set(one.id, one);
        else spans.delete(one.id);
      if (changes.length > 0) writeCalls(places, spans);
      if (packs.size() - checked <= CHECK_BYTES) return;
      if (isMostlyDead(roots, packs)) packs.compact(roots, write);
      checked = packs.size();
    },
    contentOf: (entry) => packs.get(entry, entry.hash),
    uncovered: () => {
      named ??= [
        ...[...barred].map(([path, why]) => ({ path, why })),
        ...[...roots].flatMap(([path, top]) => (barred.has(path) ? [] : uncoveredIn(path, top))),
      ];
      return named;
    },
    close: () => {
      try {
        for (const root of barred.keys()) roots.delete(root);
        if (isMostlyDead(roots, packs)) packs.compact(roots, write);
        else if (!isSaved || barred.size > 0) write();
      } finally {
        packs.close();
      }
      handOn(places);
    },
  };
}

interface Noted {
  readonly limits: UndoLimits;
  readonly skip: ReadonlySet<string>;
  readonly roots: Map<string, DirectoryEntry>;
  /** The roots that are too large, and why. */
  readonly barred: Map<string, string>;
  readonly packs: Packs;
}

/** Makes a root in the tree what is there now, and gives what was something else. */
function rootNoter({ limits, skip, roots, barred, packs }: Noted) {
  function* walked(root: string, top: DirectoryEntry, scope: Scope) {
    const walk = startWalk(root, top, { limits, contents: packs, skip }, scope);
    while (walk.next()) yield;
    return walk;
  }
  return function* noteRoot(root: string): Generator<void, readonly Difference[]> {
    const known = roots.get(root);
    const top = topOf(root, known);
    if (top === undefined || barred.has(root)) return [];
    if (known === undefined && isTooLarge(root, limits)) {
      barred.set(root, tooLargeText(limits));
      return [];
    }
    roots.set(root, top);
    const walk = yield* walked(root, top, 'all');
    // What is looked at for the first time was made by nobody.
    if (!walk.isTooMuch()) return known === undefined ? [] : walk.differences;
    // What was noted before can still be told; from here on the root is left alone.
    const rest = yield* walked(root, top, 'known');
    barred.set(root, tooLargeText(limits));
    return known === undefined ? [] : [...walk.differences, ...rest.differences];
  };
}

/** Less is not worth a look. */
const CHECK_BYTES = 64 * MB;

function topOf(root: string, known: DirectoryEntry | undefined): DirectoryEntry | undefined {
  const stats = statSync(root, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  const { mode, ino, mtimeMs: mtime, ctimeMs: ctime } = stats;
  const children = known?.children ?? new Map<string, Entry>();
  return { is: 'directory', ignored: false, children, mode, ino, mtime, ctime, at: 0 };
}
