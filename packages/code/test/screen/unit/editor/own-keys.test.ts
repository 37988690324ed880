import type { Key } from 'ink';
import { afterEach, expect, test } from 'vitest';
import { bindKeys, pressesOf } from '../../../../src/screen/editor/keys.ts';
import { bindOwnKeys } from '../../../../src/screen/editor/own-keys.ts';

afterEach(() => bindKeys([]));

const key = (more: Partial<Key>): Key =>
  ({ ctrl: false, meta: false, shift: false, ...more }) as Key;

test('keys do what the settings say, before what the table says', () => {
  expect(
    bindOwnKeys({
      'ctrl+t': 'details',
      'Alt+Enter': 'send',
      'shift+up': 'line-start',
      'ctrl+o': 'nothing',
    }),
  ).toEqual([]);
  expect(pressesOf('t', key({ ctrl: true }))).toEqual([{ is: 'details' }]);
  expect(pressesOf('', key({ return: true, meta: true }))).toEqual([{ is: 'send' }]);
  expect(pressesOf('', key({ upArrow: true, shift: true }))).toEqual([
    { is: 'edit', edit: { is: 'line-start' } },
  ]);
  expect(pressesOf('o', key({ ctrl: true }))).toEqual([]);
  // As ever: what is not named, and the letter alone.
  expect(pressesOf('', key({ upArrow: true }))).toEqual([{ is: 'edit', edit: { is: 'up' } }]);
  expect(pressesOf('r', key({ ctrl: true }))).toEqual([{ is: 'search' }]);
  expect(pressesOf('t', key({}))).toEqual([{ is: 'edit', edit: { is: 'insert', text: 't' } }]);
});

test('what is no key, or nothing that a key can do, is told; the rest counts', () => {
  const faults = bindOwnKeys({
    t: 'details',
    'hyper+t': 'details',
    'ctrl+t': 'dance',
    'ctrl+q': 'leave',
  });
  expect(faults).toEqual([
    'keys: "t" is no key; expected one such as ctrl+t, alt+p or shift+tab',
    'keys: "hyper+t" is no key; expected one such as ctrl+t, alt+p or shift+tab',
    expect.stringMatching(
      /^keys: "ctrl\+t" cannot do "dance"; expected newline, send, escape, .*nothing$/,
    ),
  ]);
  expect(pressesOf('q', key({ ctrl: true }))).toEqual([{ is: 'leave' }]);
});
