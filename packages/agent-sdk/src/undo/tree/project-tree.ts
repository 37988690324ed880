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
  let appended = 0;
  let left: readonly Uncovered[] | undefined;
  const first = contents.size();
  let checked = first;

  const unsaved: Unsaved = { differences: [], rows: [] };
  const noteRoot = rootNoter(
    { limits, skip: new Set(skip), roots, barred, unsaved },
    () => contents,
  );
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
      if (barred.size > bars || unsaved.differences.some(isAboutCover)) left = undefined;
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
      appended += unsaved.differences.length;
      appendFileSync(file, takeText(unsaved, ends), { mode: 0o600 });
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
        if (unsaved.differences.length > 0 || unsaved.rows.length > 0)
          appendFileSync(file, takeText(unsaved, []));
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

/** What was found since the file was written last. */
interface Unsaved {
  readonly differences: Difference[];
  readonly rows: string[];
}

/** As lines of the file; nothing is left of it. */
function takeText({ differences, rows }: Unsaved, ends: Parameters<typeof textOf>[0]): string {
  const lines = [...differenceLines(differences.splice(0)), ...ends];
  return rows.splice(0).join('') + textOf(lines);
}

interface Noted {
  readonly limits: UndoLimits;
  readonly skip: ReadonlySet<string>;
  readonly roots: Map<string, DirectoryEntry>;
  /** The roots that are too large, and why. */
  readonly barred: Map<string, string>;
  readonly unsaved: Unsaved;
}

/** Makes a root in the tree what is there now, and gives what was something else. */
function rootNoter(
  { limits, skip, roots, barred, unsaved }: Noted,
  contents: () => ReturnType<typeof openContents>,
) {
  function* walked(root: string, top: DirectoryEntry, scope: Scope) {
    const walk = startWalk(root, top, { limits, contents: contents(), skip }, scope);
    while (walk.next()) yield;
    unsaved.differences.push(...walk.differences);
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
    if (known === undefined) unsaved.rows.push(textOf([rootLine(root, top)]));
    const walk = yield* walked(root, top, 'all');
    // What is looked at for the first time was made by nobody.
    if (!walk.isTooMuch()) return known === undefined ? [] : walk.differences;
    // What was noted before can still be told; from here on the root is left alone.
    const rest = yield* walked(root, top, 'known');
    barred.set(root, tooLargeText(limits));
    return known === undefined ? [] : [...walk.differences, ...rest.differences];
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
