import { expect, test } from 'vitest';
import { BLANK, type Editor } from '../../../../src/screen/editor/editor.ts';
import type { Press } from '../../../../src/screen/editor/keys.ts';
import { VIM, type Vim, vimmed } from '../../../../src/screen/editor/vim.ts';

const at = (marked: string): Editor => ({
  ...BLANK,
  text: marked.replace('|', ''),
  at: marked.indexOf('|'),
});
const shown = ({ text, at: place }: Editor) => `${text.slice(0, place)}|${text.slice(place)}`;

/** Keys one by one: `<` is Esc, everything else a letter. */
function struck(marked: string, keys: string, first: Vim = { ...VIM, mode: 'normal' }) {
  let [vim, editor, pressed] = [first, at(marked), ''];
  for (const key of keys) {
    const press: Press =
      key === '<' ? { is: 'escape' } : { is: 'edit', edit: { is: 'insert', text: key } };
    const next = vimmed(vim, editor, press);
    if (!next) {
      pressed += press.is;
      if (press.is === 'edit') editor = at(shown(editor).replace('|', `${key}|`));
      continue;
    }
    ({ vim, editor } = next);
    if (next.press) pressed += next.press.is;
  }
  return { text: shown(editor), mode: vim.mode, pressed };
}

test.each([
  ['a |b', 'h', 'a| b'],
  ['one| two', 'l', 'one |two'],
  ['|one two(x)', 'w', 'one |two(x)'],
  ['one |two(x)', 'w', 'one two|(x)'],
  ['|one two', 'e', 'on|e two'],
  ['on|e two', 'e', 'one tw|o'],
  ['one tw|o', 'b', 'one |two'],
  ['one\n  t|wo', '0', 'one\n|  two'],
  ['one\n  t|wo', '^', 'one\n  |two'],
  ['o|ne\ntwo', '$', 'one|\ntwo'],
  ['one\nt|wo', 'gg', '|one\ntwo'],
  ['|one two three four', '2w', 'one two |three four'],
  ['|one two', 'x', '|ne two'],
  ['|one two', '3x', '| two'],
  ['|one two', 'dw', '|two'],
  ['|one two three', 'd2w', '|three'],
  ['on|e two', 'db', '|e two'],
  ['|one two', 'de', '| two'],
  ['one |two\nthree', 'D', 'one |\nthree'],
  ['one\nt|wo\nthree', 'dd', 'one\n|three'],
  ['one\nt|wo', 'dd', 'one|'],
  ['|ab', 'xp', 'b|a'.replace('|', '').concat('|')],
  ['o|ne\ntwo', 'yyp', 'one\none|\ntwo'],
  ['one\nt|wo', 'ddp', 'one\ntwo|'],
  ['|one', 'd<x', '|ne'],
  ['one| two', 'q', 'one| two'],
])('%s %s %s', (from, keys, to) => {
  expect(struck(from, keys)).toEqual({ text: to, mode: 'normal', pressed: '' });
});

test.each([
  ['on|e', 'i!', 'on!|e'],
  ['on|e', 'a!', 'one!|'],
  ['on|e', 'A!', 'one!|'],
  ['  on|e', 'I!', '  !|one'],
  ['|one two', 'cwx', 'x|two'],
  ['o|ne\ntwo', 'ccx', 'x|\ntwo'],
  ['o|ne\ntwo', 'ox', 'one\nx|\ntwo'],
  ['one\nt|wo', 'Ox', 'one\nx|\ntwo'],
  ['one |two', 'Cx', 'one x|'],
])('%s %s goes on typing: %s', (from, keys, to) => {
  const { text, mode } = struck(from, keys);
  expect({ text, mode }).toEqual({ text: to, mode: 'insert' });
});

test('keys that others know better are theirs', () => {
  expect(struck('a|', 'x<<', VIM)).toEqual({ text: 'a|x', mode: 'normal', pressed: 'editescape' });
  expect(struck('a|', 'ujk').pressed).toBe('undoeditedit');
  expect(vimmed({ ...VIM, mode: 'normal' }, at('a|'), { is: 'send' })).toBe(undefined);
});
