import { expect, test } from 'vitest';
import type { DirectoryEntry, Entry } from '../../../src/undo/tree/entry.ts';
import {
  closeLine,
  differenceLines,
  HEAD,
  linesOf,
  openLine,
  packLine,
  packsNamed,
  readTree,
  textOf,
} from '../../../src/undo/tree/tree-lines.ts';

const PACK = '00000000-0000-4000-8000-000000000000.pack';
const stamp = { mode: 0o100644, size: 3, mtime: 1.5, ctime: 2.25, ino: 7 };
const hash = 'a'.repeat(64);
const file: Entry = { is: 'file', ...stamp, hash, at: 9, pack: PACK, offset: 4, length: 3 };
const directory = (children: readonly [string, Entry][], ignored = false): DirectoryEntry => ({
  is: 'directory',
  ...{ mode: 0o40755, ino: 8, mtime: 3.5, ctime: 4, at: 5, ignored },
  children: new Map(children),
});
const tree = () =>
  directory([
    ['f', file],
    ['l', { is: 'link', ...stamp, to: 'f "x"\n' }],
    ['d', directory([['deep', file]], true)],
    ['big', { is: 'unkept', ...stamp, why: 'too large', stamp: undefined }],
    ['node_modules', { is: 'uncovered', ino: 3, why: 'many' }],
  ]);

test('what is written is read again, with packs and calls under way', () => {
  const roots = new Map([['/p', tree()]]);
  const span = { by: 'Bash: make', shared: false };
  const lines = [packLine(PACK), ...linesOf(roots), openLine('1', span), openLine('2', span)];
  const text = HEAD + textOf([...lines, closeLine('1')]);
  expect(readTree(text)).toEqual({ roots, packs: [PACK], open: new Map([['2', span]]) });
  expect(packsNamed(text)).toEqual([PACK]);
});

test('changes at its end: a file for a directory, a mode, and what is gone', () => {
  const roots = new Map([['/p', tree()]]);
  const more = differenceLines([
    { path: '/p/d', was: directory([]), now: file },
    { path: '/p/d/deep', was: file, now: undefined },
    { path: '/p/l', was: undefined, now: undefined },
    { path: '/p/f', was: file, now: directory([]) },
    { path: '/p/f/in', was: undefined, now: file },
    { path: '/p/f', was: directory([]), now: { ...directory([]), mode: 0o40700 } },
  ]);
  const read = readTree(HEAD + textOf([...linesOf(roots), ...more]))?.roots.get('/p');
  const { d: _, l: __, f: ___, ...rest } = Object.fromEntries(tree().children);
  expect(Object.fromEntries(read?.children ?? [])).toEqual({
    ...rest,
    d: file,
    f: { ...directory([['in', file]]), mode: 0o40700 },
  });
});

test.each([
  ['a torn line', `${HEAD}["r","/p",1,2]\n["f","/p/x",3`, ['/p']],
  ['another file', 'hello\n', undefined],
  ['another version', '{"wave":"tree","version":99}\n', undefined],
  ['a pack that is a path', `${HEAD}["p","../../etc/passwd"]\n`, []],
])('%s', (_, text, roots) => {
  const read = readTree(text);
  expect(read && [...read.roots.keys()]).toEqual(roots);
  expect(read?.packs ?? []).toEqual([]);
});
