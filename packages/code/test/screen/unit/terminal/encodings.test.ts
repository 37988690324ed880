import { expect, test } from 'vitest';
import { plainKeys } from '../../../../src/screen/terminal/encodings.ts';

const ESC = '\u001b';

const ROWS: readonly (readonly [name: string, sent: string, means: string])[] = [
  ['Ctrl-C, kitty', `${ESC}[99;5u`, '\u0003'],
  ['Ctrl-C, modifyOtherKeys', `${ESC}[27;5;99~`, '\u0003'],
  ['Ctrl-C with caps lock', `${ESC}[99;69u`, '\u0003'],
  ['Ctrl-C on a Cyrillic keyboard', `${ESC}[1089::99;5u`, '\u0003'],
  ['Ctrl-I, which is a tab', `${ESC}[105;5u`, '\t'],
  ['Ctrl-J', `${ESC}[106;5u`, '\n'],
  ['Ctrl-_', `${ESC}[45:95;6u`, '\u001f'],
  ['Ctrl-/', `${ESC}[47;5u`, '\u001f'],
  ['Ctrl-[', `${ESC}[91;5u`, `${ESC}[27u`],
  ['Esc', `${ESC}[27u`, `${ESC}[27u`],
  ['Alt-B', `${ESC}[98;3u`, `${ESC}b`],
  ['Alt-B, modifyOtherKeys', `${ESC}[27;3;98~`, `${ESC}b`],
  ['Alt-Enter', `${ESC}[13;3u`, `${ESC}\r`],
  ['Alt-Backspace', `${ESC}[127;3u`, `${ESC}\u007f`],
  ['Shift-Enter, kitty', `${ESC}[13;2u`, `${ESC}[13;2u`],
  ['Shift-Enter, modifyOtherKeys', `${ESC}[27;2;13~`, `${ESC}[13;2u`],
  ['Shift-Tab', `${ESC}[27;2;9~`, `${ESC}[9;2u`],
  ['Shift-Space', `${ESC}[27;2;32~`, ' '],
  ['a letter with Shift', `${ESC}[97:65;2u`, 'A'],
  ['an arrow', `${ESC}[1;5D`, `${ESC}[1;5D`],
  ['Super and a letter', `${ESC}[99;9u`, `${ESC}[99;9u`],
  ['among others', `ab${ESC}[99;5ucd`, 'ab\u0003cd'],
];

test.each(ROWS)('%s', (_name, sent, means) => {
  expect(plainKeys(sent)).toBe(means);
});
