import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { type Press, pressesOf } from '../../../../src/screen/editor/keys.ts';

const NONE = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageDown: false,
  pageUp: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  ctrl: false,
  shift: false,
  tab: false,
  backspace: false,
  delete: false,
  meta: false,
  super: false,
  hyper: false,
  capsLock: false,
  numLock: false,
} as Key;

const edit = (is: string): Press => ({ is: 'edit', edit: { is } }) as Press;
const insert = (text: string): Press => ({ is: 'edit', edit: { is: 'insert', text } });
const paste = (text: string): Press => ({ is: 'edit', edit: { is: 'paste', text } });

const ROWS: readonly [string, Partial<Key>, string, Press[]][] = [
  ['Enter', { return: true }, '', [{ is: 'send' }]],
  ['Alt-Enter', { return: true, meta: true }, '', [insert('\n')]],
  ['Shift-Enter', { return: true, shift: true }, '', [insert('\n')]],
  ['Ctrl-J', {}, '\n', [insert('\n')]],
  ['Esc', { escape: true }, '', [{ is: 'escape' }]],
  ['Tab', { tab: true }, '', [{ is: 'tab' }]],
  ['Shift-Tab', { tab: true, shift: true }, '', [{ is: 'back-tab' }]],
  ['PgUp', { pageUp: true }, '', [{ is: 'page-up' }]],
  ['PgDn', { pageDown: true }, '', [{ is: 'page-down' }]],
  ['Ctrl-C', { ctrl: true }, 'c', [{ is: 'interrupt' }]],
  ['Ctrl-D', { ctrl: true }, 'd', [{ is: 'leave' }]],
  ['Ctrl-L', { ctrl: true }, 'l', [{ is: 'redraw' }]],
  ['Ctrl-O', { ctrl: true }, 'o', [{ is: 'details' }]],
  ['Ctrl-A', { ctrl: true }, 'a', [edit('line-start')]],
  ['Ctrl-E', { ctrl: true }, 'e', [edit('line-end')]],
  ['Ctrl-B', { ctrl: true }, 'b', [edit('left')]],
  ['Ctrl-F', { ctrl: true }, 'f', [edit('right')]],
  ['Ctrl-P', { ctrl: true }, 'p', [edit('up')]],
  ['Ctrl-N', { ctrl: true }, 'n', [edit('down')]],
  ['Ctrl-U', { ctrl: true }, 'u', [edit('delete-to-start')]],
  ['Ctrl-K', { ctrl: true }, 'k', [edit('delete-to-end')]],
  ['Ctrl-W', { ctrl: true }, 'w', [edit('delete-word')]],
  ['Home', { home: true }, '', [edit('line-start')]],
  ['End', { end: true }, '', [edit('line-end')]],
  ['Ctrl-Left', { leftArrow: true, ctrl: true }, '', [edit('word-left')]],
  ['Ctrl-Right', { rightArrow: true, ctrl: true }, '', [edit('word-right')]],
  ['Alt-B', { meta: true }, 'b', [edit('word-left')]],
  ['Alt-F', { meta: true }, 'f', [edit('word-right')]],
  ['Left', { leftArrow: true }, '', [edit('left')]],
  ['Right', { rightArrow: true }, '', [edit('right')]],
  ['Up', { upArrow: true }, '', [edit('up')]],
  ['Down', { downArrow: true }, '', [edit('down')]],
  ['Alt-Backspace', { backspace: true, meta: true }, '', [edit('delete-word')]],
  ['Backspace', { backspace: true }, '', [edit('delete-left')]],
  ['Delete', { delete: true }, '', [edit('delete-right')]],
  ['a letter', {}, 'x', [insert('x')]],
  ['an unknown Ctrl', { ctrl: true }, 'y', []],
  ['an unknown Alt', { meta: true }, 'y', []],
  ['nothing', {}, '', []],
  ['a text and its Enter', {}, 'ls\r', [insert('ls'), { is: 'send' }]],
  ['a text, Tab, a text', {}, 'a\tb', [insert('a'), { is: 'tab' }, insert('b')]],
  ['a text and Ctrl-C', {}, 'a\u0003', [insert('a'), { is: 'interrupt' }]],
  ['a text and Backspace', {}, 'ab\u007f', [insert('ab'), edit('delete-left')]],
  ['a text and Ctrl-E', {}, 'a\u0005b', [insert('a'), edit('line-end'), insert('b')]],
  ['a text and a Ctrl that is unknown', {}, 'a\u0019b', [insert('a'), insert('b')]],
  ['a text, its Enter, the next text', {}, 'a\rb', [insert('a'), { is: 'send' }, insert('b')]],
  ['a late answer of the terminal', {}, ']11;rgb:ffff/ffff/ffff', []],
  ['lines without a word of a paste', {}, 'a\rb\rc', [paste('a\rb\rc')]],
];

test.each(ROWS)('%s', (_name, key, input, presses) => {
  expect(pressesOf(input, { ...NONE, ...key })).toEqual(presses);
});
