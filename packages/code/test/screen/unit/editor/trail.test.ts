import { expect, test } from 'vitest';
import {
  BLANK,
  type Edit,
  type Editor,
  edited,
  filled,
} from '../../../../src/screen/editor/editor.ts';
import {
  NO_TRAIL,
  type Trail,
  traced,
  undone,
  yanked,
} from '../../../../src/screen/editor/trail.ts';

/** What keys make of a text, with the trail that they leave. */
function after(start: Editor, ...edits: Edit[]): { editor: Editor; trail: Trail } {
  return edits.reduce(
    ({ editor, trail }, edit) => {
      const next = edited(editor, edit);
      return { editor: next, trail: traced(trail, editor, next, { is: 'edit', edit }) };
    },
    { editor: start, trail: NO_TRAIL },
  );
}

const type = (text: string): Edit[] => [...text].map((letter) => ({ is: 'insert', text: letter }));

test('kills that follow each other are one text, in its order', () => {
  const left = after(filled('one two three'), { is: 'delete-word' }, { is: 'delete-word' });
  expect(yanked(left.editor, left.trail).text).toBe('one two three');
  const right = after(
    { ...filled('one two three'), at: 0 },
    { is: 'delete-word-right' },
    { is: 'delete-to-end' },
  );
  expect(yanked(BLANK, right.trail).text).toBe('one two three');
  const apart = after(filled('a b'), { is: 'delete-word' }, ...type('x'), {
    is: 'delete-to-start',
  });
  expect(apart.trail.killed.text).toBe('a x');
});

test('undo goes back by words and by changes, as far as there are any', () => {
  let { editor, trail } = after(BLANK, ...type('one two'), { is: 'delete-word' });
  const seen: string[] = [];
  for (let back = undone(trail); back; back = undone(trail)) {
    ({ editor, trail } = back);
    seen.push(editor.text);
  }
  expect(seen).toEqual(['one two', 'one ', '']);
});

test('what was sent is not undone', () => {
  const { editor, trail } = after(BLANK, ...type('sent'));
  expect(undone(traced(trail, editor, BLANK, { is: 'send' }))).toBeUndefined();
});
