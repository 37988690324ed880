import { type FileState, sameContent, sameState } from '../vocabulary/file-state.ts';
import { type Edit, editsIn, type Fact, type History, type Mark } from './edit-history.ts';

/** What is to be done with a file. */
export type Step =
  /** `over`: somebody else changed it, too, and that is overwritten. */
  | {
      readonly is: 'put';
      readonly path: string;
      readonly state: FileState;
      readonly over?: ElseWhen;
    }
  | { readonly is: 'leave'; readonly path: string }
  /** Somebody else changed it, too. `state` is what would have been put back. */
  | {
      readonly is: 'conflict';
      readonly when: ElseWhen;
      readonly path: string;
      readonly state: FileState;
    };

/** When somebody else changed a file: after the last edit of a tool, or between two. */
export type ElseWhen = 'since' | 'between';

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
    const other = sameContent(present, state) ? undefined : elseWhen(edits, present);
    if (!other) return { is: 'put', path, state };
    return force
      ? { is: 'put', path, state, over: other }
      : { is: 'conflict', when: other, path, state };
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

/** Whether some file is not again what it was before the first of these edits. */
export const leavesTraces = (facts: readonly Fact[]): boolean =>
  [...byPath(editsIn(facts)).values()].some((edits) => {
    const after = edits.at(-1)?.after;
    return after === undefined || !sameState(edits[0].before, after);
  });

/** What ran since and cannot be taken back. */
export const ranSince = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (fact.is === 'ran' ? [fact.what || fact.tool] : []));

/**
 * An edit that was noted as begun and not as ended was cut off together with its process: what there
 * is now is taken for its work. A copy is made before anything is put back, so nothing is lost.
 */
function elseWhen(edits: Edits, present: FileState): ElseWhen | undefined {
  const last = edits.at(-1)?.after;
  if (last === undefined) return undefined;
  if (!sameContent(last, present)) return 'since';
  return madeByTools(edits).some((state) => sameContent(state, last)) ? undefined : 'between';
}

/** Every state that only tools led to, from what was there before the first edit. */
function madeByTools(edits: Edits): FileState[] {
  const states = [edits[0].before];
  for (const { before, after } of edits)
    if (after && states.some((state) => sameContent(state, before))) states.push(after);
  return states;
}
