import { expect, test } from 'vitest';
import { overReflow } from '../../../../src/screen/terminal/reflow.ts';

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
