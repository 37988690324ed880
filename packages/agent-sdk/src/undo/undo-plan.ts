import { dirname } from 'node:path';
import { type FileState, sameContent, sameState } from '../vocabulary/file-state.ts';
import { type Edit, editsIn, type Fact, type History, type Mark } from './edit-history.ts';
import type { Uncovered } from './tree/roots.ts';
import { isGit } from './tree/walk.ts';

/** What is to be done with a file. */
export type Step =
  /** `over`: somebody else changed it, too, and that is overwritten. */
  | {
      readonly is: 'put';
      readonly path: string;
      readonly state: FileState;
      readonly over?: ElseWhen;
      /** Found by a look at the whole project. */
      readonly wide: boolean;
    }
  | { readonly is: 'leave'; readonly path: string }
  /** Somebody else changed it, too. `state` is what would have been put back. */
  | {
      readonly is: 'conflict';
      readonly when: ElseWhen;
      readonly path: string;
      readonly state: FileState;
    };

/** When somebody else changed a file: after the last edit of a tool, between two, or perhaps at the same time. */
export type ElseWhen = 'since' | 'between' | 'meanwhile';

/** What there is at a path now. `wide`: directories count, and nothing is looked for where a link leads. */
export type Now = (path: string, wide: boolean) => FileState;

/** What every file that a tool changed since a prompt was before it, and what to do about it now. */
export function planUndo(
  { facts }: Pick<History, 'facts'>,
  mark: Mark,
  now: Now,
  force: boolean,
): Step[] {
  const since = editsIn(facts.slice(mark.from));
  return [...byPath(since)].map(([path, edits]) => {
    const { before: state } = edits[0];
    const wide = edits.some(isWide);
    const present = now(path, wide);
    if (sameState(present, state)) return { is: 'leave', path };
    // Where nothing can be put back, nothing of anybody's is overwritten.
    const isSettled = state.is === 'unkept' || sameContent(present, state);
    const other = isSettled ? undefined : elseWhen(edits, present);
    if (!other) return { is: 'put', path, state, wide };
    return force
      ? { is: 'put', path, state, over: other, wide }
      : { is: 'conflict', when: other, path, state };
  });
}

type Edits = readonly [Edit, ...Edit[]];

/** What was found by a look at the whole project, directories included. */
export const isWide = ({ wide, before, after }: Edit): boolean =>
  wide === true || before.is === 'directory' || after?.is === 'directory';

function byPath(edits: readonly Edit[]): Map<string, Edits> {
  const all = new Map<string, Edits>();
  for (const edit of edits) {
    const known = all.get(edit.path);
    all.set(edit.path, known ? [...known, edit] : [edit]);
  }
  return all;
}

export const changedPaths = (facts: readonly Fact[]): string[] => {
  const edits = editsIn(facts);
  const dirs = new Set(
    edits.flatMap(({ path, before, after }) =>
      [before.is, after?.is].every((is) => is === 'missing' || is === 'directory') ? [path] : [],
    ),
  );
  return withoutParents([...new Set(edits.map(({ path }) => path))], (path) => dirs.has(path));
};

/** A directory is worth its own name only where nothing below it has one. */
export function withoutParents(
  paths: readonly string[],
  isDirectory: (path: string) => boolean,
): string[] {
  const parents = new Set(paths.flatMap(parentsOf));
  return paths.filter((path) => !(parents.has(path) && isDirectory(path)));
}

function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let dir = dirname(path); dir !== dirname(dir); dir = dirname(dir)) parents.push(dir);
  return parents;
}

/** What made the changes of a file, each once. */
export function makersIn(facts: readonly Fact[]): ReadonlyMap<string, readonly string[]> {
  const made = new Map<string, readonly string[]>();
  for (const { path, by } of editsIn(facts))
    made.set(path, [...new Set([...(made.get(path) ?? []), ...by])]);
  return made;
}

/** Places of which undo knows nothing, where something ran since that may have changed them. */
export function uncoveredSince(facts: readonly Fact[], from: number): Uncovered[] {
  const since = facts.slice(from);
  if (!since.some((fact) => fact.is === 'ran' || (fact.is === 'edit' && fact.wide))) return [];
  const notes = (some: readonly Fact[]) => some.filter((fact) => fact.is === 'uncovered');
  const before = notes(facts.slice(0, from)).slice(-1);
  const all = [...before, ...notes(since)].flatMap(({ places }) => places);
  const isNew = madeSince(before, notes(since).slice(-1));
  const named = all.filter(({ path }) => !isGit(path) || isNew(path));
  return [...new Map(named.map((place) => [place.path, place])).values()];
}

/** Git's own state is never covered, so it is worth a name only where a call made it, and it is still there. */
function madeSince(before: readonly Noted[], last: readonly Noted[]): (path: string) => boolean {
  const paths = (notes: readonly Noted[]) =>
    new Set(notes.flatMap(({ places }) => places.map(({ path }) => path)));
  const [known, present] = [paths(before), paths(last)];
  return (path) => present.has(path) && !known.has(path);
}

type Noted = Extract<Fact, { is: 'uncovered' }>;

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
  if (edits.some(({ shared }) => shared)) return 'meanwhile';
  return madeByTools(edits).some((state) => sameContent(state, last)) ? undefined : 'between';
}

/** Every state that only tools led to, from what was there before the first edit. */
function madeByTools(edits: Edits): FileState[] {
  const states = [edits[0].before];
  for (const { before, after } of edits)
    if (after && states.some((state) => state === before || sameContent(state, before)))
      states.push(after);
  return states;
}
