import type { HooksObject, Path } from '@wavehooks/hooks/entries';
import { isObject } from '@wavehooks/hooks/vocabulary';
import type { DefinitionKind } from './definition.ts';

/** Hooks of front matter, as the events that they run on, and the way back to where each stands. */
export interface ScopedHooks {
  readonly hooks: HooksObject;
  readonly origin: (path: Path) => Path;
}

/** A subagent does not stop the turn: what its file calls Stop is its own end. */
export function scopedHooks(kind: DefinitionKind, hooks: HooksObject): ScopedHooks {
  const stop = hooks['Stop'];
  if (kind !== 'agent' || !Array.isArray(stop)) return { hooks, origin: (path) => path };
  const { Stop: _, SubagentStop: own, ...rest } = hooks;
  const before = Array.isArray(own) ? own : [];
  return {
    hooks: { ...rest, SubagentStop: [...before, ...stop.map(withoutMatcher)] },
    origin: ([event = '', at = 0, ...below]) =>
      event === 'SubagentStop' && typeof at === 'number' && at >= before.length
        ? ['Stop', at - before.length, ...below]
        : [event, at, ...below],
  };
}

/** Stop has nothing that a matcher could look at. */
const withoutMatcher = (group: unknown): unknown => {
  if (!isObject(group)) return group;
  const { matcher: _, ...rest } = group;
  return rest;
};
