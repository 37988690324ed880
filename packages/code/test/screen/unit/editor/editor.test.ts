import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BLANK,
  type Edit,
  type Editor,
  edited,
  filled,
  placedAt,
  refilled,
  wholeText,
} from '../../../../src/screen/editor/editor.ts';

/** `|` is the cursor. */
function editorOf(drawn: string): Editor {
  const at = drawn.indexOf('|');
  return { text: drawn.replace('|', ''), at, pastes: [] };
}
const drawnOf = ({ text, at }: Editor) => `${text.slice(0, at)}|${text.slice(at)}`;

const FAMILY = '👩‍👩‍👧';

const ROWS: readonly [Edit, string, string][] = [
  [{ is: 'insert', text: 'x' }, 'a|b', 'ax|b'],
  [{ is: 'insert', text: 'x\r\ny\rz' }, 'a|b', 'ax\ny\nz|b'],
  [{ is: 'paste', text: 'two\r\nlines' }, 'a|b', 'atwo\nlines|b'],
  [{ is: 'left' }, 'ab|c', 'a|bc'],
  [{ is: 'left' }, '|abc', '|abc'],
  [{ is: 'left' }, `a${FAMILY}|b`, `a|${FAMILY}b`],
  [{ is: 'right' }, 'a|bc', 'ab|c'],
  [{ is: 'right' }, 'abc|', 'abc|'],
  [{ is: 'right' }, `a|${FAMILY}b`, `a${FAMILY}|b`],
  [{ is: 'right' }, 'a|e\u0301b', 'ae\u0301|b'],
  [{ is: 'word-left' }, 'one two  |three', 'one |two  three'],
  [{ is: 'word-left' }, 'one|', '|one'],
  [{ is: 'word-right' }, 'one|  two three', 'one  two| three'],
  [{ is: 'word-right' }, 'one |', 'one |'],
  [{ is: 'line-start' }, 'one\ntw|o', 'one\n|two'],
  [{ is: 'line-end' }, 'o|ne\ntwo', 'one|\ntwo'],
  [{ is: 'line-end' }, 'one\nt|wo', 'one\ntwo|'],
  [{ is: 'up' }, 'one\ntw|o', 'on|e\ntwo'],
  [{ is: 'up' }, 'a\nlonger|', 'a|\nlonger'],
  [{ is: 'up' }, 'on|e', 'on|e'],
  [{ is: 'down' }, 'on|e\ntwo', 'one\ntw|o'],
  [{ is: 'down' }, 'longer|\na', 'longer\na|'],
  [{ is: 'down' }, 'on|e', 'on|e'],
  [{ is: 'delete-left' }, 'ab|c', 'a|c'],
  [{ is: 'delete-left' }, '|abc', '|abc'],
  [{ is: 'delete-left' }, `a${FAMILY}|b`, 'a|b'],
  [{ is: 'delete-right' }, `a|${FAMILY}b`, 'a|b'],
  [{ is: 'delete-right' }, 'abc|', 'abc|'],
  [{ is: 'delete-word' }, 'one two  |x', 'one |x'],
  [{ is: 'delete-to-start' }, 'one\ntwo| x', 'one\n| x'],
  [{ is: 'delete-to-end' }, 'o|ne\ntwo', 'o|\ntwo'],
];

test.each(ROWS)('%o: %j becomes %j', (edit, before, after) => {
  expect(drawnOf(edited(editorOf(before), edit))).toBe(after);
});

const long = (from: string) => Array.from({ length: 6 }, (_, at) => `${from}${at}`).join('\n');

test('long pastes stand as marks, are sent whole, and go as a whole', () => {
  const one = edited(filled('see '), { is: 'paste', text: long('a') });
  expect(one.text).toBe('see [paste 1: 6 lines]');
  expect(
    edited(filled('see '), { is: 'paste', text: `${long('a')}\n` }).text,
    'a break at its end',
  ).toBe('see [paste 1: 6 lines]');
  const two = edited(one, { is: 'paste', text: 'y'.repeat(1_500) });
  expect(two.text).toBe('see [paste 1: 6 lines][paste 2: 1,500 characters]');
  expect(wholeText(two)).toBe(`see ${long('a')}${'y'.repeat(1_500)}`);
  const less = edited(two, { is: 'delete-left' });
  expect(drawnOf(less)).toBe('see [paste 1: 6 lines]|');
  expect(wholeText(less)).toBe(`see ${long('a')}`);
  expect(drawnOf(edited(less, { is: 'delete-word' }))).toBe('see |');
});

test('a paste after one that was deleted has a mark of its own', () => {
  const two = ['a', 'b'].reduce(
    (editor, from) => edited(editor, { is: 'paste', text: long(from) }),
    BLANK,
  );
  const first = edited({ ...two, at: 0 }, { is: 'delete-right' });
  const again = edited({ ...first, at: first.text.length }, { is: 'paste', text: long('c') });
  expect(wholeText(again)).toBe(long('b') + long('c'));
});

test('a paste that looks like a mark, or like a replacement, is sent as it is', () => {
  const text = `${long('a')}\n[paste 2: 6 lines] $& $1`;
  const two = [text, long('b')].reduce(
    (editor, paste) => edited(editor, { is: 'paste', text: paste }),
    BLANK,
  );
  expect(wholeText(two)).toBe(text + long('b'));
});

test('what comes back stands before what is typed, with its pastes; what is very long is a mark', () => {
  const typed = edited(filled('see '), { is: 'paste', text: long('a') });
  const both = refilled(typed, 'first this');
  expect(both.text).toBe('first this\nsee [paste 1: 6 lines]');
  expect(wholeText(both)).toBe(`first this\nsee ${long('a')}`);
  expect(refilled(typed, wholeText(typed)).text, 'the same').toBe(wholeText(typed));
  const huge = Array(10_000).fill('line').join('\n');
  const marked = refilled(typed, huge);
  expect(marked.text).toBe('[paste 2: 10,000 lines]\nsee [paste 1: 6 lines]');
  expect(wholeText(marked)).toBe(`${huge}\nsee ${long('a')}`);
});

test('the cursor is never put inside of a mark', () => {
  const marked = edited(BLANK, { is: 'paste', text: long('a') });
  expect(placedAt(marked, 3).at).toBe(0);
  expect(placedAt({ ...marked, at: 0 }, 3).at).toBe(marked.text.length);
});

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ is: fc.constant('insert' as const), text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ is: fc.constant('paste' as const), text: fc.constantFrom(long('p'), 'short') }),
  fc.constantFrom(
    ...(
      [
        'left',
        'right',
        'word-left',
        'word-right',
        'line-start',
        'line-end',
        'up',
        'down',
        'delete-left',
        'delete-right',
        'delete-word',
        'delete-to-start',
        'delete-to-end',
      ] as const
    ).map((is) => ({ is })),
  ),
);

test('whatever is done, the cursor is in the text and no half of a mark is left', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
      const editor = edits.reduce(edited, BLANK);
      expect(editor.at).toBeGreaterThanOrEqual(0);
      expect(editor.at).toBeLessThanOrEqual(editor.text.length);
      for (const { mark } of editor.pastes) expect(editor.text.split(mark)).toHaveLength(2);
    }),
  );
});
