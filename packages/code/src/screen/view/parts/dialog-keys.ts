import type { Key } from 'ink';
import type { Edit } from '../../editor/editor.ts';
import { type Press, pressesOf } from '../../editor/keys.ts';

/** What a key means to a dialog or a list. */
export type DialogKey =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'escape' | 'interrupt' | 'choose' | 'up' | 'down' | 'elsewhere' | 'nothing' };

type Name = Exclude<Press['is'], 'edit'> | Edit['is'];

/** THE TABLE of a dialog's keys. Its letters are those of its options; no other key does anything. */
const DIALOG_KEYS: Readonly<Partial<Record<Name, Exclude<DialogKey['is'], 'text'>>>> = {
  escape: 'escape',
  interrupt: 'interrupt',
  send: 'choose',
  tab: 'down',
  'back-tab': 'up',
  up: 'up',
  down: 'down',
  // Paging, Ctrl-Z, Ctrl-L and Ctrl-O are handled by others, also before the dialog takes keys.
  'page-up': 'elsewhere',
  'page-down': 'elsewhere',
  'line-start': 'elsewhere',
  'line-end': 'elsewhere',
  suspend: 'elsewhere',
  redraw: 'elsewhere',
  details: 'elsewhere',
};

/** Keys that arrive together are typing, whatever they are: only one by itself can be an answer. */
export function dialogKey(input: string, key: Key): DialogKey {
  const presses = pressesOf(input, key);
  const text = presses.map(textOf).join('');
  if (text !== '') return { is: 'text', text };
  const [first] = presses;
  if (!first) return { is: 'nothing' };
  return { is: DIALOG_KEYS[first.is === 'edit' ? first.edit.is : first.is] ?? 'nothing' };
}

const textOf = (press: Press): string =>
  press.is === 'edit' && 'text' in press.edit && press.edit.text !== '\n' ? press.edit.text : '';
