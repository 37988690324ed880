import { expect, test } from 'vitest';
import { inView, moved, placeNote, thingAt } from '../../../../src/screen/view/panels/folds.ts';

const folded = { heights: Array<number>(100).fill(1), room: 10 };
/** The second of three things is unfolded: 40 lines. */
const open = { heights: [1, 40, 1], room: 10 };

test.each([
  { key: { upArrow: true }, from: { at: 50, top: 45 }, to: { at: 49, top: 45 } },
  { key: { upArrow: true }, from: { at: 45, top: 45 }, to: { at: 44, top: 44 } },
  { key: { upArrow: true }, from: { at: 0, top: 0 }, to: { at: 0, top: 0 } },
  { key: { downArrow: true }, from: { at: 54, top: 45 }, to: { at: 55, top: 46 } },
  { key: { downArrow: true }, from: { at: 99, top: 90 }, to: { at: 99, top: 90 } },
  { key: { pageUp: true }, from: { at: 99, top: 90 }, to: { at: 91, top: 90 } },
  { key: { pageUp: true }, from: { at: 91, top: 90 }, to: { at: 83, top: 83 } },
  { key: { pageUp: true }, from: { at: 3, top: 0 }, to: { at: 0, top: 0 } },
  { key: { pageDown: true }, from: { at: 50, top: 45 }, to: { at: 58, top: 49 } },
  { key: { pageDown: true }, from: { at: 95, top: 90 }, to: { at: 99, top: 90 } },
  { key: { home: true }, from: { at: 95, top: 90 }, to: { at: 0, top: 0 } },
  { key: { end: true }, from: { at: 5, top: 0 }, to: { at: 99, top: 90 } },
])('all folded: $key from $from', ({ key, from, to }) => {
  expect(moved(from, key, folded)).toEqual(to);
});

test('within what is unfolded pages go on line by line, then to the next thing', () => {
  const tops: unknown[] = [];
  let folds = inView({ at: 1, top: 0 }, open);
  for (let n = 0; n < 6; n++) {
    folds = moved(folds, { pageDown: true }, open) ?? folds;
    tops.push([folds.at, folds.top]);
  }
  expect(tops).toEqual([
    [1, 9],
    [1, 17],
    [1, 25],
    [1, 31],
    [2, 32],
    [2, 32],
  ]);
});

test('and back: from the end of what is unfolded to its start, then to the thing before', () => {
  const tops: unknown[] = [];
  let folds = { at: 2, top: 32 };
  for (let n = 0; n < 6; n++) {
    folds = moved(folds, { pageUp: true }, open) ?? folds;
    tops.push([folds.at, folds.top]);
  }
  expect(tops).toEqual([
    [1, 31],
    [1, 23],
    [1, 15],
    [1, 7],
    [1, 1],
    [0, 0],
  ]);
});

test('what is unfolded shows from its start; other keys move nothing', () => {
  expect(inView({ at: 1, top: 0 }, open)).toEqual({ at: 1, top: 1 });
  expect(moved({ at: 1, top: 1 }, {}, open)).toBeUndefined();
  expect([0, 1, 40, 41, 99].map((line) => thingAt(line, open.heights))).toEqual([0, 1, 1, 2, 2]);
});

test('the place says which of how many', () => {
  expect(placeNote(3, 500)).toBe('4 of 500');
  expect(placeNote(1_233, 5_678)).toBe('1,234 of 5,678');
});
