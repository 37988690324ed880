import { expect, test } from 'vitest';
import {
  aboveCursor,
  emptied,
  fromOwnTop,
  isSwitch,
  overReflow,
  withRowsBelow,
} from '../../../../src/screen/terminal/reflow.ts';

const UP = (rows: number) => `\u001b[${rows}A`;
const ERASE = '\u001b[2K\u001b[1A';

test.each([
  ['nothing is broken', [10, 0, 40], { x: 3, y: 2 }, ''],
  ['a line above the caret is broken in two', [99, 10, 40], { x: 3, y: 2 }, UP(1)],
  ['its own line, behind the break', [10, 80], { x: 70, y: 1 }, UP(1)],
  ['in three', [130, 10], { x: 0, y: 1 }, UP(2)],
  ['what is below the caret does not count', [10, 99, 99], { x: 0, y: 0 }, ''],
  ['no caret: all of it is above', [99, 10, 130], undefined, ERASE.repeat(3)],
])('%s', (_name, widths, caret, moves) => {
  expect(overReflow({ widths, caret }, 60)).toBe(moves);
});

const EMPTY = '\u001b[2K\n';

test.each([
  [
    'from its first row to its last, and back to the caret',
    [10, 40, 5],
    1,
    UP(1) + EMPTY.repeat(3) + UP(2),
  ],
  ['also those that were broken in two', [99, 10], 1, UP(1) + EMPTY.repeat(3) + UP(2)],
  ['a caret in the first row', [10], 0, EMPTY + UP(1)],
])('emptied: %s', (_name, widths, y, moves) => {
  expect(emptied({ widths, caret: { x: 0, y } }, 60)).toBe(moves);
});

test('emptied: without a caret Ink erases row by row itself', () => {
  expect(emptied({ widths: [10, 20], caret: undefined }, 60)).toBe('');
});

test.each([
  ['\u001b[?25l\u001b[2B\u001b[Gframe', '\u001b[?25l\n\n\u001b[Gframe'],
  ['\u001b[?25l\u001b[2A\u001b[G', '\u001b[?25l\u001b[2A\u001b[G'],
  ['text \u001b[?25l\u001b[2B', 'text \u001b[?25l\u001b[2B'],
])('line feeds make room below the caret: %j', (frame, steady) => {
  expect(withRowsBelow(frame)).toBe(steady);
});

const HOME = '\u001b[1;1H\u001b[J';

test.each([
  ['from the caret that was put', '\u001b[2A\u001b[3G\u001b[?25h', { x: 2, y: 4 }, 6, 4],
  ['from the last row', 'frame', undefined, 6, 5],
  ['from the row below the last', 'frame\n', undefined, 6, 6],
  ['where no frame is known', 'frame\n', undefined, 0, undefined],
])(
  'a frame is erased from its own top, not from that of the window: %s',
  (_name, last, caret, rows, above) => {
    expect(aboveCursor(last, { caret, rows: () => rows })).toBe(above);
    expect(fromOwnTop(`${HOME}frame`, above)).toBe(
      above === undefined ? `${HOME}frame` : `${UP(above)}\r\u001b[Jframe`,
    );
  },
);

test('nothing else of a frame changes; switches of the terminal are no frame', () => {
  expect(fromOwnTop(`frame${HOME}`, 3)).toBe(`frame${HOME}`);
  expect(['\u001b[?2026h', '\u001b[?25l', 'frame'].map(isSwitch)).toEqual([true, true, false]);
});
