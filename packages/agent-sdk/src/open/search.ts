import type { Engine } from '@wavehooks/hooks';
import { matches } from '@wavehooks/hooks/vocabulary';
import type { Rules } from '../permissions/rules/rule.ts';
import { searchScope } from '../permissions/search-scope.ts';
import type { SearchScope } from '../vocabulary/model.ts';

interface SearchParts {
  readonly rules: () => Rules;
  /** The options leave it out. */
  readonly isOut: boolean;
  readonly entries: () => Engine['entries'];
  readonly tell: (text: string) => void;
}

/** Where the provider may search, with the rules and hooks of the moment. If it may not, Wave says why, once. */
export function createSearch({ rules, isOut, entries, tell }: SearchParts) {
  const told = new Set<string>();
  return (): SearchScope | undefined => {
    const now = isOut ? undefined : searchScope(rules(), judgesOf(entries()));
    if (now?.is !== 'off' || now.why === undefined || told.has(now.why))
      return now?.is === 'on' ? now.scope : undefined;
    told.add(now.why);
    tell(now.why);
    return undefined;
  };
}

/** Hooks that mean it and would decide. Who looks at every tool is taken to know what it cannot see. */
const judgesOf = (entries: Engine['entries']): readonly string[] =>
  entries
    .filter(({ event }) => event === 'PreToolUse' || event === 'PermissionRequest')
    .filter(({ enabled, off, approved }) => enabled && off === undefined && approved)
    .filter(
      ({ matcher }) => matches(matcher, 'WebSearch') && !matches(matcher, 'a tool of any name'),
    )
    .map(({ label }) => label);
