import { cutOut, type Editor, edited, lineEnd, lineStart, type Move } from './editor.ts';
import type { Press } from './keys.ts';

/** Where vim's keys are: what a letter means, what came before it, and what was deleted or copied last. */
export interface Vim {
  readonly mode: 'insert' | 'normal';
  readonly pending: string;
  readonly register: string;
}

export const VIM: Vim = { mode: 'insert', pending: '', register: '' };

/** What a key comes to: a text, or another key that means the same. */
export interface Vimmed {
  readonly vim: Vim;
  readonly editor: Editor;
  readonly press?: Press;
}

const behind =
  (pattern: RegExp): Move =>
  (text, at) =>
    at + (pattern.exec(text.slice(at))?.[0].length ?? 0);

/** THE TABLE of motions. */
const MOVES: Readonly<Record<string, Move>> = {
  h: (text, at) => Math.max(lineStart(text, at), at - 1),
  l: (text, at) => Math.min(lineEnd(text, at), at + 1),
  w: behind(/^(\w+|[^\w\s]+)?\s*/),
  e: (text, at) => Math.max(at, behind(/^.?\s*(\w+|[^\w\s]+)?/s)(text, at) - 1),
  b: (text, at) => /(\w+|[^\w\s]+)\s*$/.exec(text.slice(0, at))?.index ?? 0,
  0: lineStart,
  '^': (text, at) => behind(/^[^\S\n]*/)(text, lineStart(text, at)),
  $: lineEnd,
  gg: () => 0,
  G: (text) => text.length,
};

/** These end on a character, and an operator takes that as well. */
const INCLUSIVE = new Set(['e']);

/** Letters that are short for others. */
const SHORT = new Map(
  'x:dl X:dh s:cl D:d$ C:c$ S:cc Y:yy'.split(' ').map((one) => one.split(':')) as [
    string,
    string,
  ][],
);

/** Where one goes on typing. */
const INSERTS: Readonly<Record<string, Move>> = {
  i: (_, at) => at,
  a: (text, at) => Math.min(lineEnd(text, at), at + 1),
  I: (text, at) => MOVES['^']?.(text, at) ?? at,
  A: lineEnd,
};

const OTHERS = new Map<string, Press>([
  ['j', { is: 'edit', edit: { is: 'down' } }],
  ['k', { is: 'edit', edit: { is: 'up' } }],
  ['u', { is: 'undo' }],
]);

/** What vim makes of a key; undefined where the key means what it always does. */
export function vimmed(vim: Vim, editor: Editor, press: Press): Vimmed | undefined {
  if (vim.mode === 'insert' || (press.is === 'escape' && vim.pending !== ''))
    return press.is === 'escape'
      ? { vim: { ...vim, mode: 'normal', pending: '' }, editor: stepped(vim, editor) }
      : undefined;
  if (press.is !== 'edit') return undefined;
  if (press.edit.is === 'delete-left') return { vim, editor: edited(editor, { is: 'left' }) };
  if (press.edit.is !== 'insert' || press.edit.text === '\n') return undefined;
  let now: Vimmed = { vim, editor };
  for (const letter of press.edit.text)
    now =
      now.vim.mode === 'normal'
        ? struck(now.vim, now.editor, now.vim.pending + letter)
        : { vim: now.vim, editor: edited(now.editor, { is: 'insert', text: letter }) };
  return now;
}

/** Leaving insert mode leads back onto what was typed. */
const stepped = ({ mode }: Vim, editor: Editor): Editor =>
  mode === 'insert' ? { ...editor, at: MOVES['h']?.(editor.text, editor.at) ?? 0 } : editor;

/** A count, an operator, and what it is for; as long as more can come, it waits. */
const COMMAND = /^(\d*)([dcy]?)(\d*)(g?.)$/s;
const UNFINISHED = /^([1-9]\d*)?([dcy]([1-9]\d*)?)?g?$/;

function struck(vim: Vim, editor: Editor, typed: string): Vimmed {
  const rest = { ...vim, pending: '' };
  const [, before = '', operator = '', count = '', letter = ''] = COMMAND.exec(typed) ?? [];
  if (UNFINISHED.test(typed)) return { vim: { ...vim, pending: typed }, editor };
  const times = Number(before || 1) * Number(count || 1);
  const { text, at } = editor;
  const short = SHORT.get(letter);
  if (operator === '' && short) return struck(vim, editor, before + short);
  const put = INSERTS[letter];
  if (operator === '' && put)
    return { vim: { ...rest, mode: 'insert' }, editor: { ...editor, at: put(text, at) } };
  const other = OTHERS.get(letter);
  if (operator === '' && other) return { vim: rest, editor, press: other };
  if (letter === 'o' || letter === 'O') return opened(rest, editor, letter);
  if (letter === 'p' || letter === 'P')
    return { vim: rest, editor: putBack(vim.register, editor, letter) };
  if (operator !== '' && operator === letter)
    return operated(rest, editor, operator, [lineStart(text, at), lineEnd(text, at) + 1]);
  const move = MOVES[letter];
  if (!move) return { vim: rest, editor };
  const to = Array.from({ length: times }).reduce<number>((place) => move(text, place), at);
  if (operator === '') return { vim: rest, editor: { ...editor, at: to } };
  const end = to + (INCLUSIVE.has(letter) ? 1 : 0);
  return operated(rest, editor, operator, [Math.min(at, end), Math.max(at, end)]);
}

function opened(vim: Vim, editor: Editor, letter: string): Vimmed {
  const at = letter === 'o' ? lineEnd(editor.text, editor.at) : lineStart(editor.text, editor.at);
  const next = edited({ ...editor, at }, { is: 'insert', text: '\n' });
  return { vim: { ...vim, mode: 'insert' }, editor: letter === 'o' ? next : { ...next, at } };
}

/** A whole line stands below or above this one. */
function putBack(register: string, editor: Editor, letter: string): Editor {
  const { text, at } = editor;
  const isLine = register.endsWith('\n');
  const behindAt = isLine ? lineEnd(text, at) : Math.min(lineEnd(text, at), at + 1);
  const to = letter === 'p' ? behindAt : isLine ? lineStart(text, at) : at;
  const put = isLine && letter === 'p' ? `\n${register.slice(0, -1)}` : register;
  return edited({ ...editor, at: to }, { is: 'insert', text: put });
}

/** `cc` leaves the line there, `dd` takes its end along. */
function operated(
  vim: Vim,
  editor: Editor,
  operator: string,
  [from, to]: [number, number],
): Vimmed {
  const { text } = editor;
  const end = operator === 'c' && text[to - 1] === '\n' ? to - 1 : Math.min(to, text.length);
  const register = text.slice(from, end) + (to > text.length ? '\n' : '');
  if (operator === 'y') return { vim: { ...vim, register }, editor: { ...editor, at: from } };
  const mode = operator === 'c' ? 'insert' : 'normal';
  // Of the last line the break before it goes.
  const start = operator === 'd' && to > text.length && text[from - 1] === '\n' ? from - 1 : from;
  return { vim: { ...vim, register, mode }, editor: cutOut(editor, start, end) };
}
