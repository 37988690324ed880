import { type FileChange, type FileState, sameState } from '../vocabulary/file-state.ts';
import type { Edit, History } from './edit-history.ts';
import type { Store } from './file-copies.ts';
import { type Difference, type Entry, stateOf } from './tree/entry.ts';
import type { ProjectTree } from './tree/project-tree.ts';
import { isGit } from './tree/walk.ts';

interface Finding {
  readonly history: History;
  readonly store: Store;
  readonly tree: Pick<ProjectTree, 'contentOf'>;
  /** How many facts there were when the project was noted before. */
  readonly from: number;
  /** Repositories that calls made since the start: what becomes of git's own state there is no loss. */
  readonly repositories: Set<string>;
  /** After a sudden end: the last change of a file may have been told already. */
  readonly again?: true;
}

/** What was found different, as undo knows it: with a copy of what was there, and without what is known already. */
export function changesOf(found: readonly Difference[], finding: Finding): FileChange[] {
  return found.flatMap((one) => {
    const { path, was, now } = one;
    if (isGit(path) && isOwn(one, finding.repositories)) return [];
    const [noted, after] = [stateOf(was), stateOf(now)];
    // Of places that nobody looks into there is nothing to tell but their names.
    if (noted === undefined || after === undefined) return [];
    const known = finding.history.last(path);
    // An edit of a tool that was noted by itself since.
    const before = (known && known.at >= finding.from && leftBy(known.edit)) || noted;
    if (sameState(before, after)) return [];
    if (finding.again && isSame(known?.edit, before, after)) return [];
    return [{ path, before: kept(before, was, path, finding), after }];
  });
}

/** A repository that a call makes changes no file, and may go again. */
function isOwn({ path, was }: Difference, repositories: Set<string>): boolean {
  if (was === undefined) repositories.add(path);
  return repositories.has(path);
}

const leftBy = ({ before, after }: Edit): FileState | undefined =>
  after === undefined || sameState(before, after) ? undefined : after;

const isSame = (last: Edit | undefined, before: FileState, after: FileState): boolean =>
  last?.after !== undefined && sameState(last.before, before) && sameState(last.after, after);

/** What the call before it left needs no copy, as with edits. */
function kept(
  state: FileState,
  was: Entry | undefined,
  path: string,
  { history, store, tree }: Finding,
): FileState {
  if (state.is !== 'file' || was?.is !== 'file' || was.hash !== state.hash) return state;
  const left = history.left(path);
  if (left?.is === 'file' && left.hash === state.hash) return state;
  const content = tree.contentOf(was);
  const why = content ? store.put(state.hash, content) : 'its copy is gone or damaged';
  return why === undefined ? state : { is: 'unkept', why };
}
