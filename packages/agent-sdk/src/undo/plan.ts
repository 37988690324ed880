import { type Edit, editsIn, type Fact, type History, type Mark } from './history.ts';
import { type FileState, sameContent, sameState } from './state.ts';

/** What is to be done with a file. */
export type Step =
  | { readonly is: 'put'; readonly path: string; readonly state: FileState }
  | { readonly is: 'leave'; readonly path: string }
  /** Somebody else changed it since a tool last did. `state` is what would have been put back. */
  | { readonly is: 'conflict'; readonly path: string; readonly state: FileState };

/** What every file that a tool changed since a prompt was before it, and what to do about it now. */
export function planUndo(
  { facts }: Pick<History, 'facts'>,
  mark: Mark,
  now: (path: string) => FileState,
  force: boolean,
): Step[] {
  const since = editsIn(facts.slice(mark.from));
  return [...byPath(since)].map(([path, edits]) => {
    const { before: state } = edits[0];
    const present = now(path);
    if (sameState(present, state)) return { is: 'leave', path };
    const ours = force || isOurs(edits, present) || sameContent(present, state);
    return { is: ours ? 'put' : 'conflict', path, state };
  });
}

type Edits = readonly [Edit, ...Edit[]];

function byPath(edits: readonly Edit[]): Map<string, Edits> {
  const all = new Map<string, Edits>();
  for (const edit of edits) {
    const known = all.get(edit.path);
    all.set(edit.path, known ? [...known, edit] : [edit]);
  }
  return all;
}

export const changedPaths = (facts: readonly Fact[]): string[] => [
  ...new Set(editsIn(facts).map(({ path }) => path)),
];

/** What ran since and cannot be taken back. */
export const ranSince = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (fact.is === 'ran' ? [fact.what || fact.tool] : []));

/**
 * An edit that was noted as begun and not as ended was cut off together with its process: what there
 * is now is taken for its work. A copy is made before anything is put back, so nothing is lost.
 */
function isOurs(edits: Edits, present: FileState): boolean {
  const last = edits.at(-1)?.after;
  return last === undefined || sameContent(last, present);
}
