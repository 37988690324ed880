import { chmodSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import { expect, test } from 'vitest';
import type { DirectoryEntry } from '../../../src/undo/tree/entry.ts';
import { UNDO_LIMITS } from '../../../src/undo/tree/limits.ts';
import { startWalk } from '../../../src/undo/tree/walk.ts';
import { tempDir } from '../../talk.ts';

/** A directory that was looked at, and how to look again: what is different, and what was read. */
function looked(files: Readonly<Record<string, string>>, limits = {}) {
  const dir = tempDir();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const top: DirectoryEntry = {
    ...{ is: 'directory', mode: 0, ino: 0, mtime: 0, ctime: 0, at: 0, ignored: false },
    children: new Map(),
  };
  const read: string[] = [];
  const contents = {
    put: (hash: string, content: Buffer) => {
      read.push(String(content));
      return { pack: hash, offset: 0, length: content.length };
    },
  };
  const look = () => {
    read.length = 0;
    const parts = { limits: { ...UNDO_LIMITS, ...limits }, contents, skip: new Set<string>() };
    const walk = startWalk(dir, top, parts);
    while (walk.next());
    const paths = walk.differences.map(({ path }) => path.slice(dir.length + 1)).sort();
    return { paths, read: [...read].sort(), tooMuch: walk.isTooMuch() };
  };
  const old = (name: string) => utimesSync(join(dir, name), 1, 1);
  return { dir, look, old, at: (name: string) => join(dir, name) };
}

test('what is the same is not read again', async () => {
  const { look, at } = looked({ a: 'a', 'd/b': 'b' });
  expect(look()).toEqual({ paths: ['a', 'd', 'd/b'], read: ['a', 'b'], tooMuch: false });
  // Written a moment ago: a stamp says nothing yet, and they are looked at once more.
  await new Promise((resolve) => setTimeout(resolve, 60));
  look();
  expect(look()).toEqual({ paths: [], read: [], tooMuch: false });
  writeFileSync(at('a'), 'A');
  rmSync(at('d'), { recursive: true });
  expect(look()).toEqual({ paths: ['a', 'd', 'd/b'], read: ['A'], tooMuch: false });
});

test('names are read again only where some came or went', async () => {
  const { look, at } = looked({ 'd/a': 'a', 'e/b': 'b' });
  look();
  await new Promise((resolve) => setTimeout(resolve, 60));
  look();
  writeFileSync(at('d/new'), 'new');
  rmSync(at('e/b'));
  // A name that goes and one that comes at the same moment.
  expect(look().paths).toEqual(['d', 'd/new', 'e', 'e/b']);
  writeFileSync(at('e/c'), 'c');
  expect(look().paths).toContain('e/c');
  renameSync(at('e/c'), at('e/d'));
  expect(look().paths).toEqual(expect.arrayContaining(['e/c', 'e/d']));
});

test('another content of the same size and time is found by its other times and inode', async () => {
  const { look, at, old } = looked({ a: 'one', b: 'two' });
  for (const name of ['a', 'b']) old(name);
  await new Promise((resolve) => setTimeout(resolve, 60));
  look();
  expect(look().paths).toEqual([]);
  writeFileSync(at('a'), 'eno');
  old('a');
  writeFileSync(at('new'), 'owt');
  renameSync(at('new'), at('b'));
  old('b');
  expect(look().read).toEqual(['eno', 'owt']);
});

test('a file that is written right after it was read', () => {
  const { look, at } = looked({ a: '0' });
  look();
  for (let n = 1; n < 50; n++) {
    writeFileSync(at('a'), String(n % 10));
    expect(look().read).toEqual([String(n % 10)]);
  }
  expect(hashOf('0')).toHaveLength(64);
});

test('too many files, and a mode alone', () => {
  const { look, at } = looked({ a: 'a', b: 'b' }, { files: 1 });
  expect(look().tooMuch).toBe(true);
  const other = looked({ a: 'a' });
  other.look();
  chmodSync(other.at('a'), 0o600);
  expect(other.look()).toEqual({ paths: ['a'], read: [], tooMuch: false });
  expect(at('a')).toContain('/a');
});
