import type { Fact, History, Mark } from './history.ts';
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
  const since = facts.slice(mark.from);
  return [...statesBefore(since)].map(([path, state]) => {
    const present = now(path);
    if (sameState(present, state)) return { is: 'leave', path };
    const ours = force || isOurs(since, path, present) || sameContent(present, state);
    return { is: ours ? 'put' : 'conflict', path, state };
  });
}

/** What each file was before the first edit. */
function statesBefore(facts: readonly Fact[]): Map<string, FileState> {
  const states = new Map<string, FileState>();
  for (const fact of facts)
    if (fact.is === 'before' && !states.has(fact.path)) states.set(fact.path, fact.state);
  return states;
}

export const changedPaths = (facts: readonly Fact[]): string[] => [...statesBefore(facts).keys()];

/** What ran since and cannot be taken back. */
export const ranSince = (facts: readonly Fact[]): string[] =>
  facts.flatMap((fact) => (fact.is === 'ran' ? [fact.what || fact.tool] : []));

/**
 * An edit that was noted as begun and not as ended was cut off together with its process: what there
 * is now is taken for its work. A copy is made before anything is put back, so nothing is lost.
 */
function isOurs(since: readonly Fact[], path: string, present: FileState): boolean {
  const last = since.findLast((fact) => fact.is !== 'ran' && fact.path === path);
  return last?.is !== 'after' || sameContent(last.state, present);
}
