import { expect, test } from 'vitest';
import { secondLook, unsteadyLines } from '../scripts/second-look.ts';

test.each<[string, Record<string, string[]>, number, string[]]>([
  ['nothing failed', {}, 0, []],
  ['one test', { 'a.test.ts': ['x'] }, 0, ['a.test.ts']],
  ['two files', { 'a.test.ts': ['x', 'y'], 'b.test.ts': ['z'] }, 0, ['a.test.ts', 'b.test.ts']],
  ['three files', { 'a.test.ts': ['x'], 'b.test.ts': ['y'], 'c.test.ts': ['z'] }, 0, []],
  ['four tests of one file', { 'a.test.ts': ['w', 'x', 'y', 'z'] }, 0, []],
  ['a file that failed without a test', { 'a.test.ts': [] }, 1, []],
  ['a test, and something outside of every test', { 'a.test.ts': ['x'] }, 1, []],
])('%s', (_, files, broken, expected) => {
  expect(secondLook({ files, broken })).toEqual(expected);
});

test('an unsteady test is named', () => {
  expect(unsteadyLines({ files: { 'a.test.ts': ['x'] } }).at(-1)).toBe('  a.test.ts: x');
});
