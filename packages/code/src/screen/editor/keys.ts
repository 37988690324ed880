import type { Key } from 'ink';
import type { Edit } from './editor.ts';

/** What a key means to whoever has the keyboard. */
export type Press =
  | { readonly is: 'edit'; readonly edit: Edit }
  | Exclude<(typeof KEYS)[number][1], { is: 'edit' }>;

type Named = (key: Key, input: string) => boolean;

/** Without a press it means nothing. */
export type Row = readonly [fits: Named, press?: Press];

const edit = (is: Exclude<Edit['is'], 'insert' | 'paste'>): { is: 'edit'; edit: Edit } => ({
  is: 'edit',
  edit: { is },
});
export const ctrl =
  (letter: string): Named =>
  (key, input) =>
    key.ctrl && !key.meta && input === letter;
const alt =
  (letter: string): Named =>
  (key, input) =>
    key.meta && !key.ctrl && input === letter;

/**
 * THE TABLE of keys; the first that fits counts. `prefix` is the first of two keys. `background`: a running command
 * goes on there; where none runs, a step to the left.
 */
const KEYS = [
  [
    (key) => key.return && (key.meta || key.shift || key.ctrl),
    { is: 'edit', edit: { is: 'insert', text: '\n' } },
  ],
  [(key) => key.return, { is: 'send' }],
  [(_key, input) => input === '\n', { is: 'edit', edit: { is: 'insert', text: '\n' } }],
  [(key) => key.escape, { is: 'escape' }],
  [(key) => key.tab && key.shift, { is: 'back-tab' }],
  [(key) => key.tab && !key.meta && !key.ctrl, { is: 'tab' }],
  [(key) => key.pageUp, { is: 'page-up' }],
  [(key) => key.pageDown, { is: 'page-down' }],
  [ctrl('c'), { is: 'interrupt' }],
  [ctrl('d'), { is: 'leave' }],
  [ctrl('z'), { is: 'suspend' }],
  [ctrl('l'), { is: 'redraw' }],
  [ctrl('o'), { is: 'details' }],
  [ctrl('v'), { is: 'clipboard' }],
  [ctrl('r'), { is: 'search' }],
  [ctrl('y'), { is: 'yank' }],
  [ctrl('_'), { is: 'undo' }],
  [ctrl('g'), { is: 'editor' }],
  [ctrl('x'), { is: 'prefix' }],
  [ctrl('a'), edit('line-start')],
  [ctrl('e'), edit('line-end')],
  [ctrl('b'), { is: 'background' }],
  [ctrl('f'), edit('right')],
  [ctrl('p'), edit('up')],
  [ctrl('n'), edit('down')],
  [ctrl('u'), edit('delete-to-start')],
  [ctrl('k'), edit('delete-to-end')],
  [ctrl('w'), edit('delete-word')],
  [(key) => key.home, edit('line-start')],
  [(key) => key.end, edit('line-end')],
  [(key) => key.leftArrow && (key.ctrl || key.meta), edit('word-left')],
  [(key) => key.rightArrow && (key.ctrl || key.meta), edit('word-right')],
  [alt('b'), edit('word-left')],
  [alt('f'), edit('word-right')],
  [alt('d'), edit('delete-word-right')],
  [(key) => key.leftArrow, edit('left')],
  [(key) => key.rightArrow, edit('right')],
  [(key) => key.upArrow, edit('up')],
  [(key) => key.downArrow, edit('down')],
  [(key) => key.backspace && (key.meta || key.ctrl), edit('delete-word')],
  [(key) => key.backspace, edit('delete-left')],
  [(key) => key.delete, edit('delete-right')],
] as const satisfies readonly (readonly [Named, { readonly is: string; readonly edit?: Edit }])[];

/** What rows are called where a user names them. */
const nameOf = (press: Press): string =>
  press.is !== 'edit' ? press.is : press.edit.is === 'insert' ? 'newline' : press.edit.is;

/** What a key can be made to do, by name. */
export const DEEDS: ReadonlyMap<string, Press> = new Map(
  KEYS.map(([, press]) => [nameOf(press), press]),
);

/** The user's own rows come before the table. */
let own: readonly Row[] = [];

export function bindKeys(rows: readonly Row[]): void {
  own = rows;
}

function meant(key: Key, input: string): Press[] | undefined {
  const row = [...own, ...KEYS].find(([is]) => is(key, input));
  return row?.slice(1).flatMap((press) => (press as Press) ?? []);
}

/**
 * What a key means; nothing for one that means nothing here. Keys that were struck fast arrive together:
 * a text and the return behind it are both, also with the start of the next one. More lines
 * than that are a paste, in a terminal that does not announce it.
 */
export function pressesOf(input: string, key: Key): Press[] {
  if (key.super || key.hyper) return [];
  const known = meant(key, input);
  // Two that come together are two: Esc Esc means something.
  if (known) return key.escape && key.meta ? [...known, ...known] : known;
  if (key.ctrl || key.meta || input === '' || LATE.test(input)) return [];
  if (LINES.test(input)) return [{ is: 'edit', edit: { is: 'paste', text: input } }];
  return input.split(CONTROL).flatMap((piece): Press[] => {
    if (piece === '') return [];
    if (!CONTROL.test(piece)) return [{ is: 'edit', edit: { is: 'insert', text: piece } }];
    const code = piece.charCodeAt(0);
    const letter = String.fromCharCode(code + (code <= 26 ? 96 : 64));
    return TOGETHER[piece] ?? meant({ ...key, ctrl: true }, letter) ?? [];
  });
}

/** What a slow terminal answers to a question that nobody waits for any more. */
const LATE = /^\]?11;rgba?:[\da-f/]+|^\[\?[\d;]*c$/i;
const LINES = /\r[^\r]+\r[^\r]/;
const CONTROL = /([\u0000-\u001f\u007f])/;

/** Keys with a name of their own, where they come together with others; the rest is Ctrl and a letter. */
const TOGETHER: Readonly<Record<string, Press[]>> = {
  '\t': [{ is: 'tab' }],
  '\r': [{ is: 'send' }],
  '\n': [{ is: 'edit', edit: { is: 'insert', text: '\n' } }],
  '\u007f': [edit('delete-left')],
};
