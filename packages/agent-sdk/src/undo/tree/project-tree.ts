import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { collect, type TreePlaces } from './collect.ts';
import { openContents } from './contents.ts';
import type { Difference, DirectoryEntry, Entry, FileEntry } from './entry.ts';
import { MB, type UndoLimits } from './limits.ts';
import { isMostlyDead, moveLive } from './live-contents.ts';
import type { Uncovered } from './roots.ts';
import { takeOver, treeText, writeTree } from './tree-file.ts';
import {
  closeLine,
  differenceLines,
  HEAD,
  linesOf,
  type OpenSpan,
  openLine,
  packLine,
  readTree,
  rootLine,
  textOf,
} from './tree-lines.ts';
import { isAboutCover, isTooLarge, tooLargeText, uncoveredIn } from './uncovered.ts';
import { type Scope, startWalk } from './walk.ts';

export interface TreeOptions {
  readonly places: TreePlaces;
  /** This session's own tree. */
  readonly file: string;
  readonly limits: UndoLimits;
  /** Directories that are not looked into. */
  readonly skip: readonly string[];
}

/** The state of a project as it was last noted, in memory and on disk, with all contents. */
export interface ProjectTree {
  /** Calls that were under way when the process that wrote this file ended. */
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

export function openTree({ places, file, limits, skip }: TreeOptions): ProjectTree {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const own = treeText(file);
  const kept = own === undefined ? undefined : readTree(own);
  const state = takeOver(places, file, limits, kept && own !== undefined ? own : undefined);
  let { contents } = state;
  const { roots } = state;
  const barred = new Map<string, string>();
  const spans = new Map<string, OpenSpan>(kept?.open);
  let pending: Difference[] = [];
  let rows: string[] = [];
  let appended = 0;
  let left: readonly Uncovered[] | undefined;
  const first = contents.size();
  let checked = first;

  function* walked(root: string, top: DirectoryEntry, scope: Scope) {
    const walk = startWalk(root, top, { limits, contents, skip: new Set(skip) }, scope);
    while (walk.next()) yield;
    return walk;
  }
  function* noteRoot(root: string): Generator<void, readonly Difference[]> {
    const known = roots.get(root);
    const top = topOf(root, known);
    if (top === undefined || barred.has(root)) return [];
    if (known === undefined && isTooLarge(root, limits)) {
      barred.set(root, tooLargeText(limits));
      return [];
    }
    roots.set(root, top);
    if (known === undefined) rows.push(textOf([rootLine(root, top)]));
    const walk = yield* walked(root, top, 'all');
    pending.push(...walk.differences);
    // What is looked at for the first time was made by nobody.
    if (!walk.isTooMuch()) return known === undefined ? [] : walk.differences;
    // What was noted before can still be told; from here on the root is left alone.
    const rest = yield* walked(root, top, 'known');
    pending.push(...rest.differences);
    barred.set(root, tooLargeText(limits));
    return known === undefined ? [] : [...walk.differences, ...rest.differences];
  }
  const whole = () => {
    const packs = contents.packs().map(packLine);
    const open = [...spans].map(([id, span]) => openLine(id, span));
    writeTree(file, HEAD + textOf([...packs, ...linesOf(roots), ...open]));
    appended = 0;
  };
  const compact = () => {
    const next = openContents(places.contents, [], limits.storeMb);
    moveLive(roots, contents, next);
    contents.close();
    contents = next;
    whole();
    collect(places);
    checked = contents.size();
  };
  return {
    left: kept ? [...kept.open.values()] : [],
    *note(wanted) {
      const found: Difference[] = [];
      const bars = barred.size;
      for (const root of wanted) found.push(...(yield* noteRoot(root)));
      if (barred.size > bars || pending.some(isAboutCover)) left = undefined;
      return found;
    },
    roots: () => [...roots.keys()],
    save: (...changes) => {
      for (const one of changes)
        if (one.is === 'open') spans.set(one.id, one);
        else spans.delete(one.id);
      const ends = changes.map((one) =>
        one.is === 'open' ? openLine(one.id, one) : closeLine(one.id),
      );
      const text = rows.join('') + textOf([...differenceLines(pending), ...ends]);
      appended += pending.length;
      pending = [];
      rows = [];
      appendFileSync(file, text, { mode: 0o600 });
      if (contents.size() - checked > CHECK_BYTES && isMostlyDead(roots, contents)) compact();
    },
    contentOf: (entry) => contents.get(entry, entry.hash),
    uncovered: () => {
      left ??= [
        ...[...barred].map(([path, why]) => ({ path, why })),
        ...[...roots].flatMap(([path, top]) => (barred.has(path) ? [] : uncoveredIn(path, top))),
      ];
      return left;
    },
    close: () => {
      spans.clear();
      try {
        if (pending.length > 0 || rows.length > 0)
          appendFileSync(file, rows.join('') + textOf(differenceLines(pending)));
        if (contents.size() > first && isMostlyDead(roots, contents)) compact();
        else if (appended > MANY_LINES) whole();
        for (const root of barred.keys()) roots.delete(root);
        if (barred.size > 0) whole();
        renameSync(file, places.latest);
        collect(places);
      } finally {
        contents.close();
      }
    },
  };
}

const MANY_LINES = 5_000;
/** Less is not worth a look. */
const CHECK_BYTES = 64 * MB;

function topOf(root: string, known: DirectoryEntry | undefined): DirectoryEntry | undefined {
  const stats = statSync(root, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return undefined;
  const { mode, ino, mtimeMs: mtime, ctimeMs: ctime } = stats;
  const children = known?.children ?? new Map<string, Entry>();
  return { is: 'directory', ignored: false, children, mode, ino, mtime, ctime, at: 0 };
}
