import { useMemo } from 'react';
import { BLANK, type Editor } from '../editor/editor.ts';
import { HERE, type Walk } from '../editor/history.ts';
import { NO_TRAIL, remembering, type Trail } from '../editor/trail.ts';
import { VIM, type Vim } from '../editor/vim.ts';
import { type Now, useNow } from './parts/now.ts';

/** What the input was: where one is in the history, what was being typed before, and each change. */
export interface Past {
  readonly walk: Now<Walk>;
  readonly draft: Now<Editor>;
  readonly trail: Now<Trail>;
  readonly vim: Now<Vim>;
}

export function usePast(): Past {
  const walk = useNow<Walk>(HERE);
  const draft = useNow<Editor>(BLANK);
  const trail = useNow<Trail>(NO_TRAIL);
  const vim = useNow<Vim>(VIM);
  return useMemo(() => ({ walk, draft, trail, vim }), [walk, draft, trail, vim]);
}

/**
 * Puts a text into the input that no key made, such as a paste. It can be undone as one change, and it is
 * what is being typed from then on: a step in the history does not lose it.
 */
export const placing =
  (editor: Now<Editor>, { walk, trail }: Past) =>
  (next: Editor): void => {
    trail.set(remembering(trail.get(), editor.get()));
    walk.set(HERE);
    editor.set(next);
  };
