import { BLANK, type Editor, refilled } from '../editor/editor.ts';
import type { Press } from '../editor/keys.ts';
import { further, matches, matchOf, SEARCH, type Search } from '../editor/search.ts';
import type { Now } from './parts/now.ts';

interface Searching {
  readonly search: Now<Search | undefined>;
  readonly all: readonly string[];
}

/** What a key does to a search; undefined where it is for the input, with what was found in it. */
export function searchedBy(
  press: Press,
  now: Editor,
  { search, all }: Searching,
): { readonly editor: Editor; readonly goesOn: boolean } | undefined {
  const open = search.get();
  if (!open) {
    if (press.is !== 'search') return undefined;
    search.set(SEARCH);
    return { editor: now, goesOn: true };
  }
  const found = matches(all, open.query);
  const stay = (next: Search) => {
    search.set(next);
    return { editor: now, goesOn: true };
  };
  if (press.is === 'search') return stay(further(open, found.length));
  if (press.is === 'edit' && press.edit.is === 'insert')
    return stay({ query: open.query + press.edit.text, passed: 0 });
  if (press.is === 'edit' && press.edit.is === 'delete-left')
    return stay({ query: [...open.query].slice(0, -1).join(''), passed: 0 });
  search.set(undefined);
  if (LEAVES.has(press.is)) return { editor: now, goesOn: true };
  const text = matchOf(found, open);
  const editor = text === undefined || open.query === '' ? now : refilled(BLANK, text);
  // Enter takes it, and sends nothing yet.
  return { editor, goesOn: press.is === 'send' || press.is === 'tab' };
}

/** Keys that leave everything as it was before the search. */
const LEAVES: ReadonlySet<Press['is']> = new Set(['escape', 'interrupt', 'editor']);
