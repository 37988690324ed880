import { readFileSync } from 'node:fs';
import { hashOf } from '@wavehooks/hooks/scripts';
import { type FileState, sameState } from '../vocabulary/file-state.ts';
import { editsIn, type History } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { nowAt } from './put-back.ts';
import { markOf } from './undo.ts';
import { isWide } from './undo-plan.ts';

/** A file on one side of a change. */
export type Side =
  | { readonly is: 'missing' }
  /** `content` gives nothing where no copy was kept. */
  | { readonly is: 'file'; readonly mode: number; content(): Buffer | undefined }
  | { readonly is: 'link'; readonly to: string }
  | { readonly is: 'directory'; readonly mode: number }
  | { readonly is: 'unkept'; readonly why: string };

/** What became of a file, whatever made it so. */
export interface ChangedFile {
  readonly path: string;
  readonly before: Side;
  readonly after: Side;
  /** What made it, in words: `Write`, `Bash: npm run gen`. */
  readonly madeBy: readonly string[];
}

/**
 * The changes of a turn, by the id of its prompt, or of the whole session. What came to nothing in the end is
 * left out. Throws a `RangeError` for an id that is no prompt's.
 */
export function changedFiles(history: History, store: Store, turn?: string): ChangedFile[] {
  const [from, to] = rangeOf(history, turn);
  const byPath = Map.groupBy(editsIn(history.facts.slice(from, to)), ({ path }) => path);
  return [...byPath].flatMap(([path, edits]) => {
    const after = edits.at(-1)?.after ?? nowAt(path, edits.some(isWide));
    const [first] = edits;
    if (first === undefined || sameState(first.before, after)) return [];
    const sides = { before: sideOf(path, first.before, store), after: sideOf(path, after, store) };
    return [{ path, ...sides, madeBy: [...new Set(edits.flatMap(({ by }) => by))] }];
  });
}

function rangeOf(
  history: History,
  turn: string | undefined,
): readonly [number, number | undefined] {
  if (turn === undefined) return [0, undefined];
  const { from } = markOf(history, turn);
  const next = history.marks[history.marks.findIndex(({ id }) => id === turn) + 1];
  return [from, next?.from];
}

function sideOf(path: string, state: FileState, store: Store): Side {
  switch (state.is) {
    case 'missing':
      return { is: 'missing' };
    case 'file': {
      const { mode, hash } = state;
      return { is: 'file', mode, content: () => store.get(hash) ?? presentContent(path, hash) };
    }
    case 'unkept':
      return { is: 'unkept', why: state.why };
    default:
      return state;
  }
}

/** What a change left has no copy as long as it is there. */
function presentContent(path: string, hash: string): Buffer | undefined {
  try {
    const content = readFileSync(path);
    return hashOf(content) === hash ? content : undefined;
  } catch {
    return undefined;
  }
}
